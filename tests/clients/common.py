"""What the client tests share: a transcript of both directions, a time limit, a verdict per case.

A case is a function that plays one game and returns a line about it, or raises. Every line that
passes between client and engine is kept; it is written to a file, and its end is shown when the
case fails.
"""

import os
import queue
import signal
import subprocess
import sys
import threading
import time
import traceback
import warnings

MOVE_TIME = 0.03  # seconds an engine may think about a move
GAME_TIME = 60  # seconds after which a case has failed
MAX_PLIES = 300  # a longer game is not played out


class EngineError(Exception):
    """The engine complained about a line, or answered with something that is not allowed."""


class Transcript:
    """The lines of one case, in order: `>` to the engine, `<` from it."""

    def __init__(self):
        self.lines = []

    def sent(self, line, name=""):
        self.lines.append(f"{name}> {line}")

    def received(self, line, name=""):
        """Notes a line; an `error` line fails the case, because no client here sends nonsense."""
        self.lines.append(f"{name}< {line}")
        if line.split(" ", 1)[0] == "error":
            raise EngineError(f"{name or 'the engine'} answered: {line}")


class Hub:
    """A Hub engine as a child process, for the games in which both players are engines."""

    def __init__(self, name, command, transcript):
        self.name = name
        self.transcript = transcript
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def send(self, line):
        self.transcript.sent(line, self.name)
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def wait_for(self, word):
        """The rest of the first line that starts with `word`; lines before it are skipped."""
        while True:
            line = self.process.stdout.readline()
            if line == "":
                raise EngineError(f"{self.name} ended while it should say {word!r}")
            line = line.rstrip("\r\n")
            self.transcript.received(line, self.name)
            first, _, rest = line.partition(" ")
            if first == word:
                return rest

    def start(self):
        self.send("hub")
        self.wait_for("wait")
        self.send("init")
        self.wait_for("ready")

    def best_move(self, position, moves, move_time):
        """The move the engine plays after `moves` from `position`."""
        tail = f' moves="{" ".join(moves)}"' if moves else ""
        self.send(f"pos pos={position}{tail}")
        self.send(f"level move-time={move_time}")
        self.send("go think")
        first = self.wait_for("done").split(" ")[0]
        if not first.startswith("move="):
            raise EngineError(f"{self.name} has no move in a position that has one")
        return first.removeprefix("move=")

    def quit(self):
        """Asks the engine to end, and insists that it does so without a complaint."""
        self.send("quit")
        expect_clean_end(self.process, self.name)


def expect_clean_end(process, name="the engine"):
    try:
        status = process.wait(timeout=5)
    except subprocess.TimeoutExpired:
        raise EngineError(f"{name} did not end after quit") from None
    if status != 0:
        raise EngineError(f"{name} ended with status {status} after quit")


class LineReader:
    """The lines of a stream, read by a thread of its own so that waiting can have a limit."""

    def __init__(self, stream):
        self._lines = queue.Queue()
        threading.Thread(target=self._read, args=(stream,), daemon=True).start()

    def _read(self, stream):
        for line in stream:
            self._lines.put(line.rstrip("\r\n"))
        self._lines.put(None)

    def next(self, timeout):
        """The next line, or `None` when there is none in time."""
        try:
            line = self._lines.get(timeout=timeout)
        except queue.Empty:
            return None
        if line is None:
            raise EngineError("the engine ended")
        return line


def _out_of_time(*_):
    raise EngineError(f"not finished after {GAME_TIME} s")


def main(client, cases):
    """Runs `cases`, pairs of a name and a function of (engine path, transcript)."""
    engine = os.path.realpath(sys.argv[1])
    logs = sys.argv[2]
    signal.signal(signal.SIGALRM, _out_of_time)
    # pydraughts turns every warning on, and leaves the pipes to its engines open.
    warnings.simplefilter("ignore", ResourceWarning)
    failed = 0
    for name, case in cases:
        title = f"{client}: {name}"
        transcript = Transcript()
        began = time.monotonic()
        signal.alarm(GAME_TIME)
        try:
            result = case(engine, transcript)
            print(f"ok    {title}: {result} ({time.monotonic() - began:.1f} s)", flush=True)
        except Exception as problem:  # whatever goes wrong in a client is a failed case
            failed += 1
            print(f"FAIL  {title}: {type(problem).__name__}: {problem}")
            where = traceback.extract_tb(problem.__traceback__)[-1]
            print(f"      in {os.path.basename(where.filename)}, line {where.lineno}")
            for line in transcript.lines[-12:]:
                print(f"      {line if len(line) <= 300 else '… ' + line[-300:]}")
            sys.stdout.flush()
        finally:
            signal.alarm(0)
        file = os.path.join(logs, f"{client} {name}.txt".replace(" ", "-").replace(",", ""))
        with open(file, "w", encoding="utf-8") as log:
            log.writelines(line + "\n" for line in transcript.lines)
    sys.exit(1 if failed else 0)
