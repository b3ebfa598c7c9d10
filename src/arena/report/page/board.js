// The board: a square is 10 units wide.

const CELL = 10;
const PIECES = { w: "white man", b: "black man", W: "white king", B: "black king" };

class BoardView {
  constructor(board) {
    this.board = board;
    this.isFlipped = false;
    const [columns, rows] = board.size;
    // Letters and numbers stand at the edge where squares are called by them.
    this.edge = board.is_algebraic ? 4 : 0;
    const box = [-this.edge, 0, columns * CELL + this.edge, rows * CELL + this.edge];
    this.squares = draw("g");
    this.marks = draw("g");
    this.pieces = draw("g");
    this.arrows = draw("g");
    this.svg = draw("svg", { id: "board", class: "board", viewBox: box.join(" "), role: "img" },
      draw("defs", {}, draw("marker",
        { id: "head", viewBox: "0 0 10 10", refX: 7, refY: 5, markerWidth: 3.2, markerHeight: 3.2, orient: "auto" },
        draw("path", { d: "M0 0L10 5L0 10Z", class: "arrowhead" }))),
      this.squares, this.marks, this.pieces, this.arrows);
    this.drawSquares();
  }

  // The left upper corner of a file (0 is a) and rank (1 is White's first row).
  corner([file, rank]) {
    const [columns, rows] = this.board.size;
    const [x, y] = this.isFlipped ? [columns - 1 - file, rank - 1] : [file, rows - rank];
    return [x * CELL, y * CELL];
  }

  middle(square) {
    return this.corner(this.board.places[square - 1]).map((it) => it + CELL / 2);
  }

  drawSquares() {
    const { size: [columns, rows], places, names, dark_only, is_algebraic } = this.board;
    const shapes = [draw("rect", { width: columns * CELL, height: rows * CELL, class: dark_only ? "light" : "plain" })];
    places.forEach((place, index) => {
      const [x, y] = this.corner(place);
      const isShaded = !dark_only && (place[0] + place[1]) % 2 === 1;
      shapes.push(draw("rect", { x, y, width: CELL, height: CELL, "data-place": index + 1,
        class: dark_only ? "dark" : isShaded ? "plain shaded" : "plain" }));
      if (!is_algebraic) shapes.push(draw("text", { x: x + 0.5, y: y + 2.3, class: "number" }, names[index]));
    });
    if (is_algebraic) {
      for (let file = 0; file < columns; file++) {
        const [x] = this.corner([file, 1]);
        shapes.push(draw("text", { x: x + CELL / 2, y: rows * CELL + 3.1, class: "edge" }, "abcdefghij"[file]));
      }
      for (let rank = 1; rank <= rows; rank++) {
        const [, y] = this.corner([0, rank]);
        shapes.push(draw("text", { x: -2.1, y: y + CELL / 2 + 1, class: "edge" }, String(rank)));
      }
    }
    this.squares.replaceChildren(...shapes);
  }

  // A position, with the move that led to it if there is one.
  show(position, move, before) {
    this.pieces.replaceChildren(...position.pieces.flatMap((piece, square) =>
      piece === "e" ? [] : [this.piece(piece, square)]));
    this.marks.replaceChildren();
    this.arrows.replaceChildren();
    if (move) this.showMove(move, before);
    this.svg.setAttribute("aria-label", describePosition(position, this.board));
  }

  piece(letter, square, isCaptured = false) {
    const [x, y] = this.middle(square);
    const isKing = letter === letter.toUpperCase();
    const kind = `piece ${letter.toLowerCase() === "w" ? "white" : "black"}${isCaptured ? " captured" : ""}`;
    return draw("g", { class: kind, transform: `translate(${x} ${y})`,
      "data-square": isCaptured ? null : square, "data-piece": isCaptured ? null : letter },
      draw("title", {}, `${PIECES[letter]} on ${this.board.names[square - 1]}`),
      draw("circle", { r: 3.8 }),
      isKing
        ? draw("path", { class: "crown", d: "M-2.2 1.5L-2.6 -1.3L-1.1 -.1L0 -2L1.1 -.1L2.6 -1.3L2.2 1.5Z" })
        : draw("circle", { r: 2.4, class: "ring" }));
  }

  showMove(move, before) {
    for (const square of new Set([move.from, move.to])) {
      const [x, y] = this.corner(this.board.places[square - 1]);
      this.marks.append(draw("rect", { x, y, width: CELL, height: CELL, class: "last" }));
    }
    for (const square of move.captured) {
      // Where captured pieces leave at once, the move may end where one of them stood.
      if (square !== move.to) this.marks.append(this.piece(before.pieces[square], square, true));
    }
    const stops = [move.from, ...move.way, move.to].map((square) => this.middle(square));
    this.arrows.append(draw("polyline", { class: "arrow", points: stops.map((it) => it.join(",")).join(" "),
      "marker-end": "url(#head)" }));
  }

  flip() {
    this.isFlipped = !this.isFlipped;
    this.drawSquares();
  }
}

function describePosition(position, board) {
  const list = (letter) => position.pieces
    .flatMap((piece, square) => (piece === letter ? [board.names[square - 1]] : [])).join(" ") || "none";
  return `White men ${list("w")}, kings ${list("W")}; Black men ${list("b")}, kings ${list("B")}; ` +
    `${position.turn === "w" ? "White" : "Black"} to move`;
}
