// Games played anew from their moves. No rules are needed but where men are crowned, which is told.

// A Hub position: the color to move, then a letter for each square from 1.
function readPosition(text, board) {
  const squares = board.places.length;
  const isSound = text.length === squares + 1 && /^[WB][wbWBe]+$/.test(text);
  const letters = isSound ? text : "W" + "e".repeat(squares);
  return { turn: letters[0].toLowerCase(), pieces: ["e", ...letters.slice(1)] };
}

// As `28x10x14x23/19!`: start, end and what is captured; the way between; whether it has to be told.
function readMove(text) {
  const mustTellWay = text.endsWith("!");
  const [squares, ...way] = text.replace("!", "").split("/");
  const [from, to, ...captured] = squares.split(/[-x]/).map(Number);
  return { from, to, captured, way: way.map(Number), mustTellWay, isCapture: squares.includes("x") };
}

function playMove(position, move, board) {
  const pieces = position.pieces.slice();
  let piece = pieces[move.from];
  pieces[move.from] = "e";
  for (const square of move.captured) pieces[square] = "e";
  if (board.crowns[piece]?.includes(move.to)) piece = piece.toUpperCase();
  pieces[move.to] = piece;
  return { turn: position.turn === "w" ? "b" : "w", pieces };
}

function moveName(move, board) {
  const squares = [move.from, ...(move.mustTellWay ? move.way : []), move.to];
  return squares.map((square) => board.names[square - 1]).join(move.isCapture ? "x" : "-");
}

function words(text) {
  return text === "" ? [] : text.split(" ");
}

function numbers(text) {
  return text === "" ? [] : text.split(",").map((word) => (word === "" ? null : Number(word)));
}

// The number of pieces of a color, "w" or "b".
function count(position, color) {
  return position.pieces.filter((piece) => piece.toLowerCase() === color).length;
}

// A game with all its positions; `said` and the others have an entry for each ply.
function openGame(section, index) {
  const [number, white, black, result, ended, reason, opening, moves, scores, depths, times, began, fault] =
    section.games[index];
  const { start, moves: before } = section.openings[opening];
  const played = [...words(before), ...words(moves)].map(readMove);
  const positions = [readPosition(start, section.board)];
  for (const move of played) positions.push(playMove(positions.at(-1), move, section.board));
  const openingPlies = words(before).length;
  const late = Array(openingPlies).fill(null);
  const turns = played.map((_, ply) => positions[ply].turn);
  const own = [...late, ...numbers(scores)].slice(0, played.length);
  return {
    index, number, result, ended, fault, began, openingPlies, played, positions, turns,
    white: section.players[white], black: section.players[black],
    reason: section.reasons[reason],
    // In centimen from White's view.
    scores: own.map((score, ply) => (score == null ? null : turns[ply] === "w" ? score : -score)),
    depths: [...late, ...numbers(depths)],
    times: [...late, ...numbers(times)],
  };
}
