// The page as a whole: sections, the fragment of the address, keys, light and dark.

const PAGE_DATA = JSON.parse(document.getElementById("data").textContent);
const main = document.getElementById("main");
const tabs = document.getElementById("sections");
let shown = null;

// `#section=2`, or `#game=2-17&ply=30`: the 17th game of the second section.
function wish() {
  const words = new URLSearchParams(location.hash.slice(1));
  const [section, game] = (words.get("game") ?? words.get("section") ?? "").split("-").map((word) => Number.parseInt(word, 10) - 1);
  const ply = Number.parseInt(words.get("ply"), 10);
  return { section: PAGE_DATA.sections[section] ? section : 0, game: PAGE_DATA.sections[section]?.games[game] ? game : null,
    ply: Number.isNaN(ply) ? null : ply };
}

function follow() {
  const { section, game, ply } = wish();
  if (PAGE_DATA.sections.length === 0) {
    main.replaceChildren(make("p", {}, "There are no games."));
    return;
  }
  if (shown?.number !== section) showSection(section);
  if (game === null) {
    shown.viewer.close();
    return;
  }
  const isOther = shown.viewer.panel.hidden || shown.viewer.game?.index !== game;
  shown.viewer.open(game, ply);
  if (isOther) {
    shown.viewer.panel.scrollIntoView({ block: "start" });
    shown.viewer.heading.focus({ preventScroll: true });
  }
}

function showSection(number) {
  const section = PAGE_DATA.sections[number];
  const list = new GameList(section, number + 1);
  const viewer = new Viewer(section, (game, ply) => remember(number, game, ply), (game, by) => {
    const other = game === null ? undefined : list.neighbor(game, by);
    if (game === null) {
      location.hash = `section=${number + 1}`;
      list.panel.scrollIntoView();
    }
    if (other !== undefined) location.hash = `game=${number + 1}-${other + 1}`;
  });
  shown = { number, viewer };
  const search = (words) => list.find(words);
  const hasGames = section.games.length > 0;
  const name = section.title || section.variant;
  main.replaceChildren(...[
    make("h2", { class: "variant" }, name, name.includes(section.variant) ? "" : make("small", {}, ` ${section.variant}`),
      make("small", {}, ` ${section.games.length} ${section.games.length === 1 ? "game" : "games"}`)),
    viewer.panel,
    standingsPanel(section),
    make("div", { class: "pair" }, hasGames ? scorePanel(section) : null, section.sprt ? sprtPanel(section) : null),
    hasGames ? list.panel : null,
    hasGames ? crossPanel(section) : null,
    make("div", { class: "pair" }, hasGames ? openingPanel(section, search) : null, hasGames ? endingPanel(section) : null),
    faultPanel(section, number + 1),
    conditionsPanel(section),
  ].filter(Boolean));
  tabs.replaceChildren(...(PAGE_DATA.sections.length < 2 ? [] : PAGE_DATA.sections.map((it, index) =>
    make("a", { href: `#section=${index + 1}`, "aria-current": index === number ? "page" : null }, it.title || it.variant))));
}

let remembering = null;

// Where the board is goes into the address when it has come to rest: browsers ignore what changes it
// all the time.
function remember(section, game, ply) {
  clearTimeout(remembering);
  remembering = setTimeout(() => {
    const at = wish();
    if (at.section === section && at.game === game) history.replaceState(null, "", `#game=${section + 1}-${game + 1}&ply=${ply}`);
  }, 250);
}

function changeTheme() {
  const root = document.documentElement;
  const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
}

document.getElementById("theme").addEventListener("click", changeTheme);
addEventListener("hashchange", follow);
addEventListener("keydown", (event) => {
  const isElsewhere = event.target.closest("input, select, textarea") || event.ctrlKey || event.altKey || event.metaKey;
  // A button with the focus takes the blank for itself.
  if (isElsewhere || !shown || shown.viewer.panel.hidden || (event.key === " " && event.target.closest("button, a, summary"))) return;
  if (shown.viewer.key(event.key)) event.preventDefault();
});
follow();
