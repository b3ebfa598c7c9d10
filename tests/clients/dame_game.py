"""dame-rs, an International engine that speaks Hub, plays against this one.

Both engines get the start position and all moves of the game. Two referees follow: the board of
pydraughts and the board of dame-rs; each must know every move as legal.

dame-rs 0.2.0 ends a game by the federation's draw rules (threefold, 25 moves of kings only, 16 and
5 moves against a lone king) and then refuses to search, where this engine plays on until its own
rules say draw. So the game stops when dame-rs's board says that it is over.
"""

import os
import sys

import dame
import draughts

import common

START = "W" + 20 * "b" + 10 * "e" + 20 * "w"


def game(engine_is_white):
    """A case: one game to its end."""

    def play(path, transcript):
        rival_path = os.path.join(os.path.dirname(sys.executable), "dame")
        with (
            common.Hub("damier", [path, "hub"], transcript) as engine,
            common.Hub("dame", [rival_path, "hub"], transcript) as rival,
        ):
            engine.start()
            rival.start()
            board = draughts.Board("standard")
            rival_board = dame.Board()
            moves = []
            while len(moves) < common.MAX_PLIES and not rival_board.is_game_over():
                engine_to_move = (len(moves) % 2 == 0) == engine_is_white
                player = engine if engine_to_move else rival
                text = player.best_move(START, moves, common.MOVE_TIME)
                follow(player.name, board, rival_board, text)
                moves.append(text)
            engine.quit()
            rival.quit()
            return f"{len(moves)} plies, {describe(rival_board, engine_is_white)}"

    return play


def follow(name, board, rival_board, text):
    """Plays `text` on the boards of both referees."""
    where = board.fen
    try:
        board.push(draughts.Move(board, hub_move=text))
    except (KeyError, ValueError):
        raise common.EngineError(f"pydraughts: {name}'s {text} is illegal in {where}") from None
    try:
        rival_board.push(text)
    except dame.IllegalMoveError:
        raise common.EngineError(f"dame-rs: {name}'s {text} is illegal in {where}") from None


def describe(rival_board, engine_is_white):
    outcome = rival_board.outcome()
    if outcome is None:
        return "not finished"
    if outcome.winner is None:
        return f"drawn ({outcome.termination})"
    return "damier won" if (outcome.winner == dame.WHITE) == engine_is_white else "dame won"


if __name__ == "__main__":
    common.main(
        "dame-rs", [("damier has White", game(True)), ("damier has Black", game(False))]
    )
