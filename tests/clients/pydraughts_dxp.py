"""pydraughts' DXPEngine plays ten short International games with `damier dxp` against a random mover.

One server plays all ten, each over a connection of its own. pydraughts proposes the games, always
with the position square by square, and is the referee: a move of the engine that it does not know
as legal never comes out of it, and the game is not finished in time.

Peculiarities of pydraughts 0.6.7 that these games live with:

- It takes what comes in one read for one message, so that the second of two is lost. Hence the
  pause between any two messages of ours.
- When the other side closes the connection it goes round in a loop for ever. It is the client that
  ends these games, with E01, and the engine closes after its answer.
- It waits for the engine's move in a busy loop, also when the game has been ended instead. The class
  below waits with pauses, and looks for the end.
- Its close() sleeps for seven seconds before it closes the socket.
- It sends whole minutes, rounded down, so `000` is what most games have.
- For other variants it sends positions and moves in the frame that it uses inside, with the board
  turned or the colors swapped. So this is about International draughts only.
"""

import random
import signal
import subprocess
import sys
import time

import draughts
import draughts.engine
from draughts.engines.dxp_communication import dxp_classes

import common

PLIES = 40  # of a short game
GAMES = 10


class Socket(dxp_classes.MySocket):
    """pydraughts' socket with a transcript."""

    def __init__(self, transcript):
        super().__init__()
        self.transcript = transcript
        self.heard = []

    def send(self, msg):
        self.transcript.sent(msg)
        return super().send(msg)

    def receive(self):
        message = super().receive()
        self.transcript.received(message)
        self.heard.append(message)
        return message


class Engine(draughts.engine.DXPEngine):
    """pydraughts' client, connected with the server."""

    def __init__(self, port, minutes, transcript):
        super().__init__(options={"ip": "127.0.0.1", "port": port}, initial_time=60 * minutes)
        self.sender.socket = Socket(transcript)

    def _recv_move(self):
        while not self.receiver.last_move_changed:
            if any(message.startswith("E") for message in self.sender.socket.heard):
                raise common.EngineError("the engine ended a game that goes on")
            time.sleep(0.001)
        return self.receiver.last_move

    def quit(self):
        """Ends the game, and insists on the answer."""
        self.sender.gameend()
        end = time.monotonic() + 5
        while "E01" not in self.sender.socket.heard:
            if time.monotonic() > end:
                raise common.EngineError("E01 is not answered by E01")
            time.sleep(0.001)
        self.sender.disconnect()


class Server:
    """`damier dxp`, started when the first game is."""

    def __init__(self):
        self.process = self.lines = self.port = None

    def start(self, path):
        if self.process is None:
            command = [path, "dxp", "--listen", "0", "--move-time", "0.03", "--set", "hash=4"]
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            self.lines = common.LineReader(self.process.stdout)
            self.port = self.line_with("listening on ").rsplit(":", 1)[1]

    def line_with(self, text):
        while True:
            line = self.lines.next(10)
            if line is None:
                raise common.EngineError(f"the server does not say {text!r}")
            if text in line:
                return line


SERVER = Server()


def game(engine_moves_first, seed, minutes=0, plies=PLIES, takes_back=False):
    """A case: one game to so many plies, or to its end."""

    def play(path, transcript):
        rng = random.Random(seed)
        SERVER.start(path)
        engine = Engine(SERVER.port, minutes, transcript)
        board = draughts.Board("standard")
        take_back_at = 7 if takes_back else None
        if not engine_moves_first:
            board.push(rng.choice(list(board.legal_moves())))
        while len(board.move_stack) < plies and not board.is_over():
            board.push(engine.play(board).move)
            if len(board.move_stack) == take_back_at:
                board, take_back_at = take_back(engine), None
            if not board.is_over():
                board.push(rng.choice(list(board.legal_moves())))
        engine.quit()
        SERVER.line_with(" plies, ")
        SERVER.line_with("connection ended")
        return f"{len(board.move_stack)} plies"

    return play


def take_back(engine):
    """Goes back to Black's second move, which is the random mover's."""
    done, board, _ = engine.takeback(2, draughts.BLACK)
    if not done or len(board.move_stack) != 3:
        raise common.EngineError("the moves are not taken back")
    return board


def end_of_the_server(path, transcript):
    """A case: Ctrl-C, when all games have been played."""
    SERVER.start(path)
    SERVER.process.send_signal(signal.SIGINT)
    line = SERVER.line_with(f"{GAMES} games: ")
    common.expect_clean_end(SERVER.process, "the server")
    return line


def cases():
    yield "game 1, engine first, takes back", game(True, 1, takes_back=True)
    yield "game 2, engine second, one minute", game(False, 2, minutes=1, plies=10)
    for number in range(3, GAMES + 1):
        first = number % 2 == 1
        order = "first" if first else "second"
        yield f"game {number}, engine {order}", game(first, number)
    yield "the end of the server", end_of_the_server


if __name__ == "__main__":
    real_sleep = time.sleep
    dxp_classes.time = type("Time", (), {"sleep": staticmethod(lambda _: real_sleep(0.02))})
    try:
        common.main("pydraughts-dxp", cases())
    finally:
        if SERVER.process is not None and SERVER.process.poll() is None:
            SERVER.process.kill()
