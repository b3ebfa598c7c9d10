"""Sums a match of scripts/opponents up in a line, and tells games that a fault has ended.

summary.py TIMES RECORD RESULT: the file of `damier match --json`, and what the match printed. Ends
with 1 if there was a fault.
"""

import json
import re
import sys


def mean_times(games, names):
    """Milliseconds of the moves that each engine made after the openings, on average."""
    times = {name: [] for name in names}
    for game in games:
        first = 0 if game["start"].startswith("W") else 1
        for ply, time in enumerate(game["times"], game["opening_plies"] + first):
            times[game["black" if ply % 2 else "white"]].append(time)
    return [sum(all_) / max(len(all_), 1) for all_ in times.values()]


def main():
    title, record, result = sys.argv[1:]
    with open(record, encoding="utf-8") as lines:
        header, *games = map(json.loads, lines)
    with open(result, encoding="utf-8") as text:
        printed = text.read()
    names = [engine["name"] for engine in header["engines"]]
    draws = sum(game["result"] == "draw" for game in games)
    won = sum(game["result"] != "draw" and game[game["result"]] == names[0] for game in games)
    lost = len(games) - won - draws
    percent = 100 * (won + draws / 2) / max(len(games), 1)
    elo = re.search(r"^elo +(.*?) \(95 %\)", printed, re.MULTILINE)
    own, other = mean_times(games, names)
    print(
        f"{names[1]:<8} {title:<6} {percent:5.1f} % of {len(games)} games: +{won} ={draws} -{lost},"
        f" elo {elo[1] if elo else '?'}, {own:.1f} and {other:.1f} ms a move"
    )
    faults = [game for game in games if "fault" in game]
    for game in faults:
        loser = game["black" if game["result"] == "white" else "white"]
        print(f"FAIL  game {game['game'] + 1}, lost by {loser}: {game['reason']}")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
