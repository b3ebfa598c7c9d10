"""pydraughts' HubEngine plays whole games with the engine against a random mover.

pydraughts is the referee: every move of the engine must be one it knows as legal, and every random
move must pass without an `error` line. It starts the engine through a shell with the argument
`hub`, and sends the start position with *all* moves of the game before each search.

Peculiarities of pydraughts 0.6.7 that these games live with:

- It has two numberings in one session for English, Brazilian and Turkish: in English `pos=` has the
  colours swapped and the board turned, in the other two the moves count rows from the other side.
  Hence `numbering=pydraughts`; the standard game needs no setting.
- It does not send `set-param name=variant` by itself; the caller does.
- With an increment it sends `time` less `inc`, so that negative times and exponents (`-5.55e-17`)
  occur.
- In Turkish its quiet king moves jump over pieces. Such moves are illegal: the random mover leaves
  them out, the engine must not play one, and a side that has no others has lost although
  pydraughts does not see it.
- It reads the engine's standard error as part of the conversation.
- It ends a game by the federation's draw rules; the game ends there.
"""

import random
import threading
import time

import draughts
import draughts.engine

import common

HUB_NAMES = {"standard": "normal"}


class Engine(draughts.engine.HubEngine):
    """pydraughts' client with a transcript."""

    def __init__(self, path, transcript):
        self.transcript = transcript
        super().__init__([path, "hub"])

    def send(self, line):
        self.transcript.sent(line)
        super().send(line)

    def recv(self):
        try:
            line = super().recv()
        except EOFError:
            raise common.EngineError("the engine ended") from None
        self.transcript.received(line)
        return line


def jumps_over_a_piece(board, move):
    """Whether a quiet move in Turkish passes an occupied square."""
    if move.captures:
        return False
    start, end = move.steps_move[0], move.steps_move[-1]
    width = 8
    step = 1 if (start - 1) // width == (end - 1) // width else width
    between = range(min(start, end) + step, max(start, end), step)
    occupied = set()
    for pieces in board.fen.split(":")[1:]:
        for piece in filter(None, pieces[1:].split(",")):
            square = piece.removeprefix("K")
            occupied.add((int(square[1]) - 1) * width + "abcdefgh".index(square[0]) + 1)
    return any(square in occupied for square in between)


def legal_moves(board):
    """The legal moves by their Hub text."""
    moves = {move.hub_move: move for move in board.legal_moves()}
    if board.variant == "turkish":
        moves = {text: m for text, m in moves.items() if not jumps_over_a_piece(board, m)}
    return moves


def check(condition, text):
    if not condition:
        raise common.EngineError(text)


def start(path, variant, transcript):
    """The engine, ready to play `variant`, having shown what pydraughts reads of its handshake."""
    engine = Engine(path, transcript)
    hub_name = HUB_NAMES.get(variant, variant)
    check("name" in engine.id and "version" in engine.id, f"id has only {engine.id}")
    check(hub_name in engine.variants, f"{hub_name} is not among the variants {engine.variants}")
    if variant == "standard":
        # The name pydraughts uses; the engine takes it as another name of `normal`.
        engine.setoption("variant", "standard")
    else:
        engine.setoption("numbering", "pydraughts")
        engine.setoption("variant", variant)
    engine.init()
    engine.ping()
    return engine


def engine_move(engine, board, limit):
    """Asks for a move; pydraughts raises KeyError for one that it does not know as legal."""
    try:
        result = engine.play(board, limit, ponder=False)
    except KeyError as unknown:
        raise common.EngineError(f"{unknown} is illegal in {board.fen}") from None
    if board.variant == "turkish":
        check_move(board, result.move)
    return result


def check_move(board, move):
    check(move.hub_move in legal_moves(board), f"{move.hub_move} is illegal in {board.fen}")


def random_move(rng, board):
    return rng.choice(list(legal_moves(board).values()))


def describe(board, engine_color, plies):
    winner = board.winner()
    if not legal_moves(board):
        winner = draughts.BLACK if board.turn == draughts.WHITE else draughts.WHITE
    if winner is None:
        return f"{plies} plies, not finished"
    if winner == 0:
        return f"{plies} plies, drawn"
    return f"{plies} plies, {'the engine' if winner == engine_color else 'the random mover'} won"


def game(variant, engine_moves_first, limit, seed):
    """A case: one game to its end."""

    def play(path, transcript):
        rng = random.Random(seed)
        engine = start(path, variant, transcript)
        try:
            board = draughts.Board(variant)
            engine_color = board.turn
            if not engine_moves_first:
                engine_color = draughts.BLACK if board.turn == draughts.WHITE else draughts.WHITE
            plies = 0
            while plies < common.MAX_PLIES and not board.is_over():
                if variant == "turkish" and not legal_moves(board):
                    break
                if board.turn == engine_color:
                    board.push(engine_move(engine, board, limit).move)
                else:
                    board.push(random_move(rng, board))
                plies += 1
            engine.quit()
            common.expect_clean_end(engine.p)
            return describe(board, engine_color, plies)
        finally:
            stop(engine)

    return play


def pondering_game(variant, seed):
    """A case: the engine ponders on each expected reply; half of the replies are the expected one.

    pydraughts searches with `ponder=True` in a thread that blocks until `done`, while the caller
    says `ponder-hit` or `stop`: this is how lidraughts-bot plays.
    """

    def play(path, transcript):
        rng = random.Random(seed)
        limit = draughts.engine.Limit(movetime=common.MOVE_TIME)
        engine = start(path, variant, transcript)
        try:
            board = draughts.Board(variant)
            engine_color = board.turn
            hits = misses = plies = 0
            result = engine_move(engine, board, limit)
            while plies < 40 and not board.is_over():
                board.push(result.move)
                plies += 1
                if board.is_over():
                    break
                expected = result.ponder
                if expected is None:
                    board.push(random_move(rng, board))
                    plies += 1
                    if not board.is_over():
                        result = engine_move(engine, board, limit)
                    continue
                check_move(board, expected)
                guess = board.copy().push(expected)
                if guess.is_over():
                    break
                thread, answer = in_background(lambda: engine.play(guess, limit, ponder=True))
                wait_until(lambda: engine._last_sent == "go ponder")
                time.sleep(0.02)
                check(thread.is_alive(), "the engine ended to ponder before it was told to")
                if rng.random() < 0.5:
                    hits += 1
                    engine.ponderhit()
                    thread.join(10)
                    check(answer, "no move after ponder-hit")
                    board, result = guess, answer[0]
                    check_move(board, result.move)
                else:
                    misses += 1
                    engine.stop()
                    thread.join(10)
                    check(answer, "no move after stop")
                    board.push(random_move(rng, board))
                    if not board.is_over():
                        result = engine_move(engine, board, limit)
                plies += 1
            engine.quit()
            common.expect_clean_end(engine.p)
            outcome = describe(board, engine_color, plies)
            return f"{outcome}, {hits} ponder hits, {misses} misses"
        finally:
            stop(engine)

    return play


def in_background(search):
    """A running thread, and the list that will hold what `search` returns."""
    answer = []
    thread = threading.Thread(target=lambda: answer.append(search()), daemon=True)
    thread.start()
    return thread, answer


def wait_until(condition):
    end = time.monotonic() + 10
    while not condition():
        check(time.monotonic() < end, "the client does not get to its search")
        time.sleep(0.001)


def stop(engine):
    """Ends the engine's process group, which pydraughts makes for it."""
    if engine.p.poll() is None:
        engine.kill_process()


def cases():
    by_move = draughts.engine.Limit(movetime=common.MOVE_TIME)
    for seed, variant in enumerate(["standard", "english", "brazilian", "turkish"], 1):
        yield f"{variant}, engine first", game(variant, True, by_move, seed)
        yield f"{variant}, engine second", game(variant, False, by_move, seed + 100)
    # 0.3 - (0.1 + 0.2) is sent as time=-5.551115123125783e-17.
    increment = draughts.engine.Limit(time=0.3, inc=0.1 + 0.2)
    yield "brazilian, nothing but the increment", game("brazilian", True, increment, 21)
    negative = draughts.engine.Limit(time=0.01, inc=0.05)
    yield "standard, negative time", game("standard", False, negative, 22)
    yield "standard, pondering", pondering_game("standard", 31)
    yield "english, pondering", pondering_game("english", 32)


if __name__ == "__main__":
    common.main("pydraughts", cases())
