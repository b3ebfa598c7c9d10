// Elements. What is foreign text goes in as text, and is never read as HTML.

const SVG = "http://www.w3.org/2000/svg";

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

function make(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

function draw(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

// Signs of buttons, in a box of 10: letters for them look different everywhere.
const SIGNS = {
  first: "M1 1H2.6V9H1ZM9 1V9L3 5Z", back: "M6.5 1L8 2.3L5 5L8 7.7L6.5 9L2 5Z", play: "M2 1V9L9 5Z", pause: "M2 1H4V9H2ZM6 1H8V9H6Z",
  forward: "M3.5 1L2 2.3L5 5L2 7.7L3.5 9L8 5Z", last: "M9 1H7.4V9H9ZM1 1V9L7 5Z", flip: "M3 0L6 3.5H4V9H2V3.5H0ZM7 10L4.8 6.5H6V1H8V6.5H9.8Z",
  close: "M1 2L2 1L5 4L8 1L9 2L6 5L9 8L8 9L5 6L2 9L1 8L4 5Z",
};

function sign(name) {
  return draw("svg", { class: "sign", viewBox: "0 0 10 10", "aria-hidden": "true" }, draw("path", { d: SIGNS[name] }));
}

function button(text, label, onclick, attributes = {}) {
  return make("button", { type: "button", "aria-label": label, title: label, onclick, ...attributes }, text);
}

// A table: heads are texts, cells are texts or elements; a cell that is a number stands at the right.
function table(caption, heads, rows, kind = "") {
  const cell = (tag, content) => make(tag, { class: isNumeric(content) ? "number" : null }, content);
  const head = heads.map((text, column) => {
    const numeric = rows.length > 0 && isNumeric(rows[0][column]);
    return make("th", { scope: "col", class: numeric ? "number" : null }, text);
  });
  const body = rows.map((row) => make("tr", {}, ...row.map((content, column) =>
    column === 0 ? make("th", { scope: "row" }, content) : cell("td", content))));
  return make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
    make("table", { class: kind },
      make("caption", {}, caption),
      make("thead", {}, make("tr", {}, ...head)),
      make("tbody", {}, ...body)));
}

function isNumeric(content) {
  return typeof content === "string" && /^–$|^[+−–±≈]?[\d.,∞?]+( ?%)?( ± [\d.?]+)?$/.test(content);
}

function panel(title, ...children) {
  return make("section", { class: "panel", "aria-label": title }, make("h2", {}, title), ...children);
}

const RESULTS = ["1–0", "½–½", "0–1"];
const ENDED = ["by rule", "adjudicated", "given up", "by a fault"];

// 3.5 as "3½".
function points(halves) {
  const whole = Math.floor(halves / 2);
  return halves % 2 === 0 ? String(whole) : whole === 0 ? "½" : `${whole}½`;
}

function percent(part, digits = 1) {
  return typeof part === "number" ? `${(100 * part).toFixed(digits)} %` : "–";
}

// A number with its sign, or what stands for one that is infinite or unknown.
function signed(value, digits = 1) {
  if (value === "+") return "+∞";
  if (value === "-") return "−∞";
  if (typeof value !== "number") return "?";
  const text = Math.abs(value).toFixed(digits);
  return Number(text) === 0 ? text : (value < 0 ? "−" : "+") + text;
}
