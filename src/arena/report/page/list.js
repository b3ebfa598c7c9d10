// The list of games, with what narrows it.

const PAGE = 50;

class GameList {
  constructor(section, number) {
    this.section = section;
    this.number = number;
    this.page = 0;
    this.found = section.games.map((_, index) => index);
    this.body = make("div");
    const changed = () => { this.page = 0; this.narrow(); };
    this.search = make("input", { type: "search", id: "search", placeholder: "Search games", "aria-label": "Search games by player, reason or number", oninput: changed });
    this.player = this.select("Player", ["any player", ...section.players], changed);
    this.result = this.select("Result", ["any result", "White won", "drawn", "Black won"], changed);
    this.ended = this.select("How it ended", ["any end", ...ENDED], changed);
    this.panel = panel("Games",
      make("form", { class: "filters", role: "search", onsubmit: (event) => event.preventDefault() },
        this.search, this.player, this.result, this.ended),
      this.body);
    this.panel.id = "games";
    this.narrow();
  }

  select(label, names, onchange) {
    return make("select", { "aria-label": label, onchange }, ...names.map((name, value) => make("option", { value }, name)));
  }

  find(words) {
    this.search.value = words;
    this.page = 0;
    this.narrow();
  }

  narrow() {
    const { players, reasons, openings, games } = this.section;
    const [player, result, ended] = [this.player, this.result, this.ended].map((it) => Number(it.value) - 1);
    const wanted = this.search.value.trim().toLowerCase();
    this.found = games.flatMap((game, index) => {
      const [number, white, black, won, end, reason, opening] = game;
      const isMeant = (player < 0 || white === player || black === player)
        && (result < 0 || won === result) && (ended < 0 || end === ended);
      if (!isMeant) return [];
      // The comma ends a number: opening 1 is not opening 12.
      const said = `game ${number}, ${players[white]}, ${players[black]}, ${reasons[reason]}, opening ${opening + 1}, ${openings[opening].name ?? ""}`.toLowerCase();
      const isFound = /^(game|opening) \d+$/.test(wanted) ? said.includes(`${wanted},`) : said.includes(wanted);
      return isFound ? [index] : [];
    });
    this.show();
  }

  show() {
    const pages = Math.max(1, Math.ceil(this.found.length / PAGE));
    const from = this.page * PAGE;
    const rows = this.found.slice(from, from + PAGE).map((index) => this.row(index));
    const turn = (by) => () => { this.page += by; this.show(); };
    const pager = make("p", { class: "pager" },
      button("‹", "Earlier games", turn(-1), { disabled: this.page === 0 }),
      `${this.found.length === 0 ? 0 : from + 1}–${Math.min(from + PAGE, this.found.length)} of ${this.found.length}`,
      button("›", "Later games", turn(1), { disabled: this.page >= pages - 1 }));
    const heads = ["Game", "White", "Black", "Result", "Plies", "Opening", "Ended"];
    this.body.replaceChildren(table("Games", heads, rows, "games"), pager);
  }

  row(index) {
    const [number, white, black, result, , reason, opening, moves] = this.section.games[index];
    const { players, reasons, openings } = this.section;
    const plies = words(openings[opening].moves).length + words(moves).length;
    return [make("a", { href: `#game=${this.number}-${index + 1}` }, String(number)),
      players[white], players[black], make("span", { class: "result" }, RESULTS[result]), String(plies), String(opening + 1),
      make("span", { class: "reason", title: reasons[reason] }, reasons[reason])];
  }

  // The game that stands before or after another in what was found.
  neighbor(index, by) {
    const place = this.found.indexOf(index);
    return place < 0 ? undefined : this.found[place + by];
  }
}
