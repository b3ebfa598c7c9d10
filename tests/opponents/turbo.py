"""TurboEngine of py-draughts as an engine that speaks Hub, for International draughts.

It searches within `level move-time=` (and `depth=`), one search at a time, and does not ponder. The
clock runs from the `pos` line on, because setting up the board costs time in Python too.

What py-draughts 1.10.1 asks of it:

- The engine looks at the clock once in 128 nodes, and what it does after it has noticed takes some
  time as well. So it gets a little less than the time for the move.
- It knows repetitions and the federation's counts from the moves of the board. So the moves that
  are told are played, and only those that were not told before.
- A move is found among the legal ones by its squares: its text leaves out what is captured.
"""

import sys
import time
from importlib.metadata import version

import draughts
from draughts.engines import TurboEngine
from loguru import logger

START = "W" + 20 * "b" + 10 * "e" + 20 * "w"
RESERVE = 0.004  # seconds kept back of the time for a move
DEFAULT_TIME = 1.0  # seconds, where no limit is told
LONGEST_SCORE = 99.99  # men


class HubError(Exception):
    """A line that cannot be followed."""


def fen(position):
    """A Hub position as FEN."""
    if len(position) != 51 or position[0] not in "WB" or set(position[1:]) - set("wWbBe"):
        raise HubError(f"bad position: {position}")
    sides = {"w": [], "b": []}
    for number, letter in enumerate(position[1:], 1):
        if letter != "e":
            sides[letter.lower()].append(("K" if letter.isupper() else "") + str(number))
    return f"{position[0]}:W{','.join(sides['w'])}:B{','.join(sides['b'])}"


def hub_move(move):
    """A move of py-draughts as Hub writes it."""
    start, end = move.square_list[0] + 1, move.square_list[-1] + 1
    captured = sorted(square + 1 for square in move.captured_list)
    if captured:
        return "x".join(map(str, [start, end, *captured]))
    return f"{start}-{end}"


def pairs_of(line):
    """The values by their names; a value may be in quotes."""
    pairs, rest = {}, line.partition(" ")[2].strip()
    while rest:
        name, mark, rest = rest.partition("=")
        if not mark:
            pairs.update(dict.fromkeys(name.split(), ""))
            break
        *words, name = name.split() or [""]
        pairs.update(dict.fromkeys(words, ""))
        if rest.startswith('"'):
            value, _, rest = rest[1:].partition('"')
        else:
            value, _, rest = rest.partition(" ")
        pairs[name] = value
        rest = rest.strip()
    return pairs


class Session:
    """A conversation."""

    def __init__(self):
        self.engine = TurboEngine(depth_limit=None)
        self.start, self.moves = START, []
        self.board = draughts.StandardBoard()
        self.limits = {}
        self.clock_began = None

    def answer(self, line):
        """The lines to say to a line."""
        command, pairs = line.split(" ", 1)[0], pairs_of(line)
        if command == "hub":
            return [f"id name=TurboEngine version={version('py-draughts')}", "wait"]
        if command == "init":
            return ["ready"]
        if command == "ping":
            return ["pong"]
        if command == "new-game":
            self.engine = TurboEngine(depth_limit=None)
        elif command == "pos":
            self.clock_began = time.perf_counter()
            self.limits = {}
            self.set_position(pairs.get("pos", START), pairs.get("moves", "").split())
        elif command == "level":
            self.limits.update(limits_of(pairs))
        elif command == "go" and "ponder" in pairs:
            raise HubError("it does not ponder")
        elif command == "go":
            return self.go()
        return []

    def set_position(self, start, moves):
        """Plays the moves that are new, or all of them where the game is another."""
        known = len(self.moves)
        if start != self.start or moves[:known] != self.moves:
            self.board = draughts.StandardBoard.from_fen(fen(start))
            self.start, self.moves, known = start, [], 0
        for text in moves[known:]:
            move = next((it for it in self.board.legal_moves if hub_move(it) == text), None)
            if move is None:
                raise HubError(f"illegal move {text}")
            self.board.push(move)
            self.moves.append(text)

    def go(self):
        """Searches. Where one move is legal it is played at once, without a score."""
        limits, self.limits = self.limits, {}
        began, self.clock_began = self.clock_began or time.perf_counter(), None
        legal = list(self.board.legal_moves)
        if not legal:
            return ["done"]
        if len(legal) == 1:
            return [f"done move={hub_move(legal[0])}"]
        seconds = limits.get("move-time", None if limits else DEFAULT_TIME)
        self.engine.depth_limit = limits.get("depth")
        self.engine.time_limit = None
        if seconds is not None:
            left = seconds - RESERVE - (time.perf_counter() - began)
            self.engine.time_limit = max(left, 0.001)
        move, score = self.engine.get_best_move(self.board, with_evaluation=True)
        score = max(-LONGEST_SCORE, min(LONGEST_SCORE, score))
        info = f"info depth={self.engine.completed_depth} score={score:.2f}"
        return [f"{info} nodes={self.engine.nodes}", f"done move={hub_move(move)}"]


def limits_of(pairs):
    """The limits it can keep."""
    kinds = {"move-time": float, "depth": int}
    try:
        return {name: kinds[name](value) for name, value in pairs.items()}
    except KeyError as unknown:
        raise HubError(f"{unknown.args[0]} is none of: {' '.join(kinds)}") from None
    except ValueError as wrong:
        raise HubError(f"bad limit: {wrong}") from None


def main():
    logger.remove()
    session = Session()
    for line in sys.stdin:
        line = line.strip()
        if line == "quit":
            break
        try:
            lines = session.answer(line)
        except HubError as error:
            lines = [f'error message="{error}"']
        for said in lines:
            print(said, flush=True)


if __name__ == "__main__":
    main()
