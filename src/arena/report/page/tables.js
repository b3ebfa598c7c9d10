// What stands above the games: standings, curves, cross table, openings, how games ended.

const ROWS = 12;

function standingsPanel(section) {
  const rows = section.standings.map((row) => [
    row.name, rating(row), String(row.games), String(row.wins), String(row.draws), String(row.losses),
    percent(row.games ? (row.wins + row.draws / 2) / row.games : null), percent(row.los),
  ]);
  const heads = ["Player", "Elo", "Games", "Won", "Drawn", "Lost", "Score", "Above next"];
  if (rows.length > 0) rows.at(-1)[7] = "–";
  return panel("Standings", ratingPlot(section.standings), table("Standings", heads, rows),
    make("p", { class: "note" }, "Elo with 95 % intervals. Above next: how likely a player is stronger than the one below."));
}

function conditionsPanel(section) {
  const conditions = make("dl", {}, ...section.conditions.flatMap(([name, value]) =>
    [make("dt", {}, name), make("dd", {}, value)]));
  const engines = section.engines.map((engine) => [
    engine.name, make("code", {}, engine.program),
    engine.parameters.map(([name, value]) => `${name}=${value}`).join(" ") || "none", engine.budget,
  ]);
  return panel("Conditions", conditions,
    engines.length ? table("Engines", ["Name", "Program", "Parameters", "Limits"], engines) : null);
}

function scorePanel(section) {
  const values = section.scores.flatMap((curve) => [...curve.points.map(([, y]) => y), ...curve.band.slice(-20).flatMap(([, a, b]) => [a, b])]);
  const reach = Math.min(0.5, Math.max(0.05, ...values.map((value) => Math.abs(value - 0.5))) * 1.1);
  const [only] = section.scores;
  return panel("Score over time",
    section.scores.length === 1 ? make("p", { class: "note" }, `Score of ${only.name}, with its 95 % interval.`) : null,
    linePlot("Score over the games", {
      series: section.scores.filter((curve) => curve.points.length > 0),
      guides: [{ value: 0.5, name: "" }], low: 0.5 - reach, high: 0.5 + reach,
      shown: (value) => percent(value, Number.isInteger(Math.round(value * 1e6) / 1e4) ? 0 : 1), unit: "games",
    }));
}

function sprtPanel(section) {
  const { elo0, elo1, model, lower, upper } = section.sprt;
  const ratios = section.ratios.map(([, ratio]) => ratio);
  const last = ratios.at(-1) ?? 0;
  const verdict = last >= upper ? `accepted: ${elo1} or more` : last <= lower ? `accepted: ${elo0} or less` : "not decided";
  const margin = (upper - lower) * 0.08;
  return panel("Sequential test",
    make("p", { class: "note" }, `LLR ${signed(last, 2)} for ${elo1} against ${elo0} ${model} Elo: ${verdict}.`),
    linePlot("Log-likelihood ratio over the games", {
      series: section.ratios.length ? [{ name: "LLR", points: section.ratios }] : [],
      guides: [{ value: upper, name: `${signed(upper, 2)}: ${elo1} or more` }, { value: lower, name: `${signed(lower, 2)}: ${elo0} or less` }, { value: 0, name: "" }],
      low: Math.min(lower, ...ratios) - margin, high: Math.max(upper, ...ratios) + margin,
      shown: (value) => signed(value, Number.isInteger(value) ? 0 : 1), unit: "games",
    }));
}

function crossPanel(section) {
  const { players, cross_table } = section;
  const rows = players.map((name, row) => [`${row + 1}. ${name}`, ...players.map((_, column) => {
    const [won, drawn, lost] = cross_table[row][column];
    const games = won + drawn + lost;
    if (games === 0) return row === column ? "■" : "–";
    return make("span", { title: `${name} against ${players[column]}` },
      make("b", {}, points(2 * won + drawn)), ` of ${games}`,
      make("small", {}, `+${won} =${drawn} −${lost}`));
  })]);
  return panel("Cross table", table("Points of the player at the left against the one above",
    ["Player", ...players.map((name, index) => `${index + 1}. ${shortened(name, 16)}`)], rows, "cross"));
}

function openingPanel(section, search) {
  const first = section.players[0] ?? "";
  const list = section.openings.map((opening, index) => ({ ...opening, index, played: opening.results.reduce((a, b) => a + b, 0) }));
  list.sort((a, b) => b.played - a.played || a.index - b.index);
  const rows = list.map(({ index, played, results, half_points, games }) => [
    make("a", { href: "#games", onclick: () => search(`opening ${index + 1}`) }, openingName(section, index)),
    String(played), make("span", { class: "ended" }, `+${results[0]} =${results[1]} −${results[2]}`),
    games ? percent(half_points / 2 / games) : "–",
  ]);
  const heads = ["Opening", "Games", "White", `Score of ${shortened(first, 20)}`];
  return panel("Openings", paged((part) => table(`Results from ${list.length} openings`, heads, part, "openings"), rows));
}

function openingName(section, index) {
  const { name, moves, start } = section.openings[index];
  if (name) return `${index + 1}. ${name}`;
  const names = words(moves).map((move) => moveName(readMove(move), section.board));
  return `${index + 1}. ${names.join(" ") || startName(start)}`;
}

function startName(start) {
  const count = start.slice(1).replaceAll("e", "").length;
  return `position with ${count} pieces`;
}

// A long table in parts: a part, and a button for more.
function paged(drawn, rows) {
  const box = make("div");
  const show = (length) => box.replaceChildren(drawn(rows.slice(0, length)),
    length < rows.length ? button(`${rows.length - length} more`, "Show more rows", () => show(length * 4), { class: "more" }) : "");
  show(ROWS);
  return box;
}

function endingPanel(section) {
  const tally = new Map();
  section.games.forEach(([, white, black, result, ended, reason, , , , , , , fault]) => {
    const guilty = section.players[result === 0 ? black : white];
    const text = fault ? `${guilty}: ${FAULTS[fault.kind] ?? fault.kind}` : section.reasons[reason];
    const entry = tally.get(`${ended} ${text}`) ?? { text, ended, games: 0 };
    entry.games += 1;
    tally.set(`${ended} ${text}`, entry);
  });
  const rows = [...tally.values()].sort((a, b) => b.games - a.games)
    .map(({ text: reason, ended, games }) => [reason, make("span", { class: "ended" }, ENDED[ended]), String(games), percent(games / section.games.length)]);
  return panel("How games ended", paged((part) => table("Reasons", ["Reason", "", "Games", "Part"], part), rows));
}

const FAULTS = { crash: "crash", hang: "hang", time: "loss on time", illegal: "illegal move", garbage: "garbage", flood: "flood" };

function faultPanel(section, number) {
  const items = section.games.flatMap((game, index) => {
    const [label, , , , , reason, , , , , , , fault] = game;
    if (!fault) return [];
    return [make("details", {},
      make("summary", {}, make("a", { href: `#game=${number}-${index + 1}` }, `Game ${label}`), ` ${section.reasons[reason]}`),
      make("pre", {}, fault.last_lines.join("\n") || "It said nothing."))];
  });
  if (items.length === 0) return null;
  return panel("Faults", make("p", { class: "note" }, "With the last lines said to the engine (>), by it (<) and on its standard error (!)."),
    paged((part) => make("div", {}, ...part), items));
}
