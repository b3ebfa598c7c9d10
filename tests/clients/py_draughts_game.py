"""py-draughts' HubEngine plays International games with the engine against a random mover.

py-draughts is the referee: it raises on a move that it does not know as legal, and on any `error`
line during a search. It starts the engine with the argument `hub`, sets no parameter and sends
each position without its history.

Peculiarities of py-draughts 1.10.1 that these games live with:

- It waits with `select` on a pipe that it reads through a buffer. When two lines arrive together
  the second stays in the buffer unseen, and it waits for ever (with any engine; with dame-rs, too,
  it cannot finish the handshake). The class below replaces that one function by a thread that
  reads lines; everything else is the client's own.
- It never reads the engine's standard error, so an engine that fills that pipe would block.
- It takes an engine that has ended for one that sends empty lines.
"""

import random
import sys

import draughts
from draughts.engines.hub import HubEngine
from loguru import logger

import common


class Engine(HubEngine):
    """py-draughts' client with a transcript, and a line reader that sees every line."""

    def __init__(self, path, transcript):
        super().__init__(path, time_limit=common.MOVE_TIME)
        self.transcript = transcript
        self.reader = None

    def _send(self, command):
        self.transcript.sent(command)
        super()._send(command)

    def _read_line(self, timeout=1.0):
        if self.reader is None:
            self.reader = common.LineReader(self.process.stdout)
        line = self.reader.next(timeout)
        if line is not None:
            self.transcript.received(line)
        return line


def game(engine_moves_first, seed):
    """A case: one game to its end."""

    def play(path, transcript):
        rng = random.Random(seed)
        with Engine(path, transcript) as engine:
            process = engine.process
            if not engine.info.name:
                raise common.EngineError("the engine has no name")
            engine.new_game()
            if not engine.ping():
                raise common.EngineError("ping is not answered by pong on the next line")
            board = draughts.StandardBoard()
            plies = 0
            while plies < common.MAX_PLIES and not board.game_over:
                if (plies % 2 == 0) == engine_moves_first:
                    move = engine.get_best_move(board)
                else:
                    move = rng.choice(list(board.legal_moves))
                board.push(move)
                plies += 1
        if process.returncode != 0:
            raise common.EngineError(f"status {process.returncode} after quit")
        return f"{plies} plies, {board.result}"

    return play


if __name__ == "__main__":
    logger.remove()
    logger.add(sys.stderr, level="WARNING")
    common.main(
        "py-draughts",
        [
            ("international, engine first", game(True, 1)),
            ("international, engine second", game(False, 2)),
        ],
    )
