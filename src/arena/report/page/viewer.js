// A game on its board: buttons, keys, moves and the curve of what the engines thought.

const PLAY_EVERY = 900;

class Viewer {
  // `stepped` is told of each position that is shown, `another` of the wish for another game.
  constructor(section, stepped, another) {
    this.section = section;
    this.stepped = stepped;
    this.view = new BoardView(section.board);
    this.ply = 0;
    this.timer = null;
    this.heading = make("h2", { tabindex: -1 });
    this.above = make("p", { class: "tray" });
    this.below = make("p", { class: "tray" });
    this.status = make("p", { class: "status", "aria-live": "polite" });
    this.moves = make("ol", { class: "moves", "aria-label": "Moves" });
    this.end = make("p", { class: "end" });
    this.curve = make("div", { class: "evaluation" });
    this.playButton = button(sign("play"), "Play", () => this.togglePlay(), { id: "play" });
    this.buttons = make("div", { class: "buttons", role: "toolbar", "aria-label": "Step through the game" },
      button(sign("first"), "First position", () => this.go(0), { id: "first" }),
      button(sign("back"), "Back", () => this.go(this.ply - 1), { id: "previous" }),
      this.playButton,
      button(sign("forward"), "Forward", () => this.go(this.ply + 1), { id: "next" }),
      button(sign("last"), "Last position", () => this.go(this.last), { id: "last" }),
      button(sign("flip"), "Turn the board", () => this.flip(), { id: "flip" }));
    this.panel = make("section", { class: "panel", id: "viewer", "aria-label": "Game", hidden: true },
      make("div", { class: "head" }, this.heading, make("div", { class: "buttons" },
        button("‹", "Game before", () => another(this.game.index, -1)),
        button("›", "Game after", () => another(this.game.index, 1)),
        button(sign("close"), "Close the game", () => another(null, 0), { id: "close" }))),
      make("div", { class: "game" },
        make("div", { class: "left" }, this.above, this.view.svg, this.below, this.buttons, this.status),
        make("div", { class: "right" }, this.end, this.moves)),
      this.curve,
      make("p", { class: "note keys" }, "Keys: ← → Home End, space plays, F turns the board."));
  }

  get last() {
    return this.game.positions.length - 1;
  }

  open(index, ply) {
    this.pause();
    this.panel.hidden = false;
    if (this.game?.index !== index) {
      this.game = openGame(this.section, index);
      const { number, white, black, result, reason, began, fault } = this.game;
      this.heading.replaceChildren(`Game ${number}: ${white} – ${black} `, make("span", { class: "result" }, RESULTS[result]));
      this.end.replaceChildren(reason);
      if (began) this.end.append(make("small", {}, began.replace("T", " ").replace("Z", " UTC")));
      if (fault) {
        this.end.append(make("details", {}, make("summary", {}, "Last lines"), make("pre", {}, fault.last_lines.join("\n"))));
      }
      this.listMoves();
      this.curve.replaceChildren(evaluationPlot(this.game, (at) => { this.pause(); this.go(at); }));
    }
    this.go(ply ?? this.game.openingPlies);
  }

  close() {
    this.pause();
    this.panel.hidden = true;
  }

  go(ply) {
    const { positions, played } = this.game;
    this.ply = Math.min(Math.max(ply, 0), this.last);
    const move = played[this.ply - 1];
    this.view.show(positions[this.ply], move, positions[this.ply - 1]);
    this.panel.dataset.ply = this.ply;
    this.showTrays();
    this.status.replaceChildren(this.describe(move));
    this.markMove();
    this.curve.firstChild?.mark?.(this.ply);
    for (const [id, isOff] of [["first", this.ply === 0], ["previous", this.ply === 0], ["next", this.ply === this.last], ["last", this.ply === this.last]]) {
      // A button that is off would lose the focus of the keyboard.
      this.buttons.querySelector(`#${id}`).setAttribute("aria-disabled", isOff);
    }
    if (this.ply === this.last) this.pause();
    this.stepped(this.game.index, this.ply);
  }

  describe(move) {
    const { turns, scores, depths, times, openingPlies } = this.game;
    if (!move) return "Start";
    const at = this.ply - 1;
    const said = [`${turnName(this.game, this.section.board, at)} ${moveName(move, this.section.board)}`];
    if (move.captured.length > 1) said.push(`captures ${move.captured.length}`);
    if (this.ply <= openingPlies) said.push("opening");
    if (scores[at] != null) said.push(`${scoreName(scores[at])} for White, says ${turns[at] === "w" ? "White" : "Black"}`);
    if (depths[at] != null) said.push(`depth ${depths[at]}`);
    if (times[at] != null) said.push(`${(times[at] / 1000).toFixed(times[at] < 10000 ? 2 : 1)} s`);
    return said.join(" · ");
  }

  // Who has the side of the board, and what it has captured so far.
  showTrays() {
    const position = this.game.positions[this.ply];
    const [top, bottom] = this.view.isFlipped ? ["w", "b"] : ["b", "w"];
    for (const [tray, color] of [[this.above, top], [this.below, bottom]]) {
      const other = color === "w" ? "b" : "w";
      const captured = count(this.game.positions[0], other) - count(position, other);
      const dots = make("span", { class: "taken", role: "img", "aria-label": `has captured ${captured}` },
        ...Array.from({ length: Math.min(captured, 64) }, () => make("i", { class: other === "w" ? "dot white" : "dot black" })));
      tray.replaceChildren(make("i", { class: color === "w" ? "dot big white" : "dot big black" }),
        make("b", { class: position.turn === color ? "turn" : "" }, color === "w" ? this.game.white : this.game.black), dots);
    }
  }

  listMoves() {
    const { board } = this.section;
    const { played, turns, openingPlies } = this.game;
    const rows = [];
    played.forEach((move, at) => {
      const isFirst = turns[at] === board.first;
      if (isFirst || at === 0) rows.push(make("li", {}, make("span", { class: "count" }, `${turnNumber(this.game, board, at)}.`)));
      if (!isFirst && at === 0) rows.at(-1).append(make("span", { class: "gap" }, "…"));
      rows.at(-1).append(make("button", { type: "button", "data-ply": at + 1, class: at < openingPlies ? "opening" : null,
        onclick: () => { this.pause(); this.go(at + 1); } }, moveName(move, board)));
    });
    this.moves.replaceChildren(...rows);
    this.marked = null;
  }

  markMove() {
    this.marked?.removeAttribute("aria-current");
    this.marked = this.moves.querySelector(`[data-ply="${this.ply}"]`);
    if (!this.marked) { this.moves.scrollTop = 0; return; }
    this.marked.setAttribute("aria-current", "step");
    // Within the list only: the page has to stay where it is.
    const [top, height] = [this.marked.offsetTop - this.moves.offsetTop, this.moves.clientHeight];
    if (top < this.moves.scrollTop || top + 30 > this.moves.scrollTop + height) this.moves.scrollTop = top - height / 2;
  }

  flip() {
    this.view.flip();
    this.go(this.ply);
  }

  togglePlay() {
    if (this.timer) return this.pause();
    if (this.ply === this.last) this.go(0);
    this.timer = setInterval(() => this.go(this.ply + 1), PLAY_EVERY);
    this.showPlay("pause", "Pause");
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.showPlay("play", "Play");
  }

  showPlay(name, label) {
    this.playButton.replaceChildren(sign(name));
    filled(this.playButton, { "aria-label": label, title: label }, []);
  }

  // Does what a key means; false if it means nothing here.
  key(key) {
    const steps = { ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0, End: this.last };
    if (key in steps) {
      this.pause();
      this.go(steps[key]);
    } else if (key === " ") this.togglePlay();
    else if (key === "f" || key === "F") this.flip();
    else return false;
    return true;
  }
}

// The number of a move as PDN has it: from the color that begins a game of the variant.
function turnNumber(game, board, at) {
  const late = game.turns[0] === board.first ? 0 : 1;
  return Math.floor((at + late) / 2) + 1;
}

function turnName(game, board, at) {
  return `${turnNumber(game, board, at)}${game.turns[at] === board.first ? "." : "…"}`;
}

// Scores from 80 men on are proved wins; how far they are is what lacks to 100.
function scoreName(score) {
  if (Math.abs(score) < 8000) return signed(score / 100, 2);
  const plies = 10000 - Math.abs(score);
  return `${score > 0 ? "win" : "loss"}${plies < 1000 ? ` in ${plies} ${plies === 1 ? "ply" : "plies"}` : ""}`;
}

// What both engines thought, from White's view. `mark` shows where the board is.
function evaluationPlot(game, clicked) {
  const last = game.positions.length - 1;
  let x;
  let here;
  let ply = 0;
  const mark = (at) => {
    ply = at;
    if (here) filled(here, { x1: x(at), x2: x(at) }, []);
  };
  const box = plot("What both engines thought, from White's view", (width) => {
    const [left, right, top, bottom] = [44, width - 12, 10, 130];
    // Small differences count more than large ones.
    const bent = (score) => Math.atan(score / 150) / (Math.PI / 2);
    const y = scale(-1, 1, bottom, top);
    x = scale(0, Math.max(last, 1), left, right);
    const svg = draw("svg", { width, height: bottom + 24, viewBox: `0 0 ${width} ${bottom + 24}`, class: "clickable" });
    svg.append(draw("rect", { x: left, y: top, width: right - left, height: bottom - top, fill: "transparent" }));
    for (const [men, name] of [[3, "+3"], [1, "+1"], [0, "0"], [-1, "−1"], [-3, "−3"]]) {
      svg.append(line(left, y(bent(men * 100)), right, y(bent(men * 100)), men === 0 ? "guide" : "grid"),
        text(left - 8, y(bent(men * 100)) + 4, name, "tick", "end"));
    }
    for (const value of ticks(0, last, width < 480 ? 5 : 10).filter(Number.isInteger)) {
      svg.append(text(x(value), bottom + 17, String(value), "tick", "middle"));
    }
    for (const color of ["w", "b"]) {
      const shown = game.scores.flatMap((score, at) => (score == null || game.turns[at] !== color ? [] : [`${x(at + 1)},${y(bent(score))}`]));
      svg.append(draw("polyline", { points: shown.join(" "), class: `curve said-${color}` },
        draw("title", {}, color === "w" ? `${game.white} (White)` : `${game.black} (Black)`)));
    }
    if (game.scores.every((score) => score == null)) {
      svg.append(text((left + right) / 2, y(0) - 8, "The engines told no scores.", "tick", "middle"));
    }
    here = line(x(ply), top, x(ply), bottom, "here");
    svg.append(here);
    svg.addEventListener("click", (event) => {
      const at = event.clientX - svg.getBoundingClientRect().left;
      clicked(Math.round(((at - left) / (right - left)) * last));
    });
    return svg;
  });
  const legend = make("p", { class: "legend" }, make("span", { class: "said-w" }, `━ ${game.white} (White)`), " ",
    make("span", { class: "said-b" }, `━ ${game.black} (Black)`), " from White’s view, in men");
  const both = make("div", {}, box, legend);
  both.mark = mark;
  return both;
}
