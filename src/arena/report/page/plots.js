// Plots as SVG, in pixels, so that their letters are of the same size everywhere.

const TICKS = 5;

// Numbers of one, two or five times a power of ten in a range.
function ticks(low, high, most = TICKS) {
  const raw = (high - low) / most || 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((it) => it * power).find((it) => it >= raw * 0.999);
  const list = [];
  for (let tick = Math.ceil(low / step); tick * step <= high + step * 1e-6; tick++) list.push(tick * step);
  return list;
}

// A container that draws its plot again when its width changes.
function plot(label, drawn) {
  const box = make("div", { class: "plot" });
  let width = 0;
  new ResizeObserver(() => {
    if (box.clientWidth === width || box.clientWidth === 0) return;
    width = box.clientWidth;
    const svg = drawn(width);
    filled(svg, { role: "img", "aria-label": label }, []);
    svg.prepend(draw("title", {}, label));
    box.replaceChildren(svg);
  }).observe(box);
  return box;
}

function text(x, y, content, kind, anchor = "start") {
  return draw("text", { x, y, class: kind, "text-anchor": anchor }, content);
}

function line(x1, y1, x2, y2, kind) {
  return draw("line", { x1, y1, x2, y2, class: kind });
}

function scale(low, high, from, to) {
  return (value) => from + ((value - low) / (high - low || 1)) * (to - from);
}

// Lines over a number of games: `series` have a name, points [x, y] and maybe a band [x, low, high];
// `guides` are levels with a name; `shown` writes a value.
function linePlot(label, { series, guides = [], low, high, shown, unit }) {
  return plot(label, (width) => {
    const legend = series.length > 1 ? legendOf(series, width) : { height: 0, shapes: [] };
    const [left, right, top, bottom] = [52, width - 12, 10 + legend.height, 230 + legend.height];
    const last = Math.max(...series.flatMap((it) => it.points.map(([x]) => x)), 1);
    const first = Math.min(...series.flatMap((it) => it.points.map(([x]) => x)), last);
    const x = scale(first, last, left, right);
    const y = scale(low, high, bottom, top);
    const svg = draw("svg", { width, height: bottom + 38, viewBox: `0 0 ${width} ${bottom + 38}` });
    for (const value of ticks(low, high)) {
      svg.append(line(left, y(value), right, y(value), "grid"),
        text(left - 8, y(value) + 4, shown(value), "tick", "end"));
    }
    for (const value of ticks(first, last, width < 480 ? 4 : 8).filter(Number.isInteger)) {
      svg.append(text(x(value), bottom + 16, String(value), "tick", "middle"));
    }
    svg.append(text((left + right) / 2, bottom + 33, unit, "tick", "middle"));
    for (const { value, name } of guides) {
      svg.append(line(left, y(value), right, y(value), "guide"),
        text(right - 2, y(value) + (y(value) > top + 24 ? -5 : 14), name, "tick", "end"));
    }
    series.forEach(({ points: list, band = [] }, index) => {
      const color = `var(--line-${index % 8})`;
      if (band.length > 1) {
        const cut = (value) => y(Math.min(high, Math.max(low, value)));
        const ends = [...band.map(([at, , above]) => [x(at), cut(above)]),
          ...band.toReversed().map(([at, below]) => [x(at), cut(below)])];
        svg.append(draw("polygon", { points: ends.join(" "), fill: color, class: "band" }));
      }
      const dashes = index < 8 ? null : "6 3";
      svg.append(list.length === 1
        ? draw("circle", { cx: x(list[0][0]), cy: y(list[0][1]), r: 3, fill: color })
        : draw("polyline", { points: list.map(([at, value]) => [x(at), y(value)]).join(" "),
          stroke: color, class: "curve", "stroke-dasharray": dashes }));
    });
    svg.append(...legend.shapes);
    return svg;
  });
}

function legendOf(series, width) {
  const shapes = [];
  let [x, y] = [52, 14];
  series.forEach(({ name }, index) => {
    const short = shortened(name, 24);
    const wide = 28 + short.length * 7.2;
    if (x + wide > width && x > 52) [x, y] = [52, y + 18];
    const swatch = line(x, y - 4, x + 16, y - 4, "curve");
    swatch.setAttribute("stroke", `var(--line-${index % 8})`);
    if (index >= 8) swatch.setAttribute("stroke-dasharray", "6 3");
    shapes.push(swatch, text(x + 21, y, short, "tick"));
    x += wide + 8;
  });
  return { height: y + 6, shapes };
}

function shortened(name, most) {
  const letters = [...name];
  return letters.length <= most ? name : `${letters.slice(0, most - 1).join("")}…`;
}

// Ratings with their error bars, a row for each player.
function ratingPlot(standings) {
  return plot("Ratings with their 95 % intervals", (width) => {
    const isNarrow = width < 520;
    // On a narrow page a name stands above its bar.
    const [rowHeight, left, right, top] = isNarrow ? [44, 14, width - 14, 6] : [30, 190, width - 20, 6];
    const bottom = top + standings.length * rowHeight;
    const error = (row) => (typeof row.error === "number" ? row.error : 0);
    const ends = standings.filter((row) => typeof row.elo === "number")
      .flatMap((row) => [row.elo - error(row), row.elo + error(row)]);
    let [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
    const margin = Math.max(10, (high - low) * 0.08);
    [low, high] = [low - margin, high + margin];
    const x = scale(low, high, left, right);
    const svg = draw("svg", { width, height: bottom + 38, viewBox: `0 0 ${width} ${bottom + 38}` });
    for (const value of ticks(low, high, isNarrow ? 4 : 8)) {
      svg.append(line(x(value), top, x(value), bottom, value === 0 ? "guide" : "grid"),
        text(x(value), bottom + 16, signed(value, Number.isInteger(value) ? 0 : 1), "tick", "middle"));
    }
    svg.append(text((left + right) / 2, bottom + 33, "Elo", "tick", "middle"));
    standings.forEach((row, index) => {
      const y = top + index * rowHeight + (isNarrow ? 31 : rowHeight / 2);
      const color = `var(--line-${index % 8})`;
      svg.append(isNarrow ? text(left, y - 14, shortened(row.name, 40), "name")
        : text(left - 12, y + 4, shortened(row.name, 25), "name", "end"));
      const elo = row.elo === "+" ? high : row.elo === "-" ? low : row.elo;
      if (typeof elo !== "number") return;
      if (error(row) > 0) {
        const [from, to] = [x(elo - error(row)), x(elo + error(row))];
        for (const shape of [line(from, y, to, y, "bar"), line(from, y - 5, from, y + 5, "bar"), line(to, y - 5, to, y + 5, "bar")]) {
          shape.setAttribute("stroke", color);
          svg.append(shape);
        }
      }
      svg.append(draw("circle", { cx: x(elo), cy: y, r: 5, fill: color },
        draw("title", {}, `${row.name}: ${rating(row)}`)));
    });
    return svg;
  });
}

function rating(row) {
  const error = typeof row.error === "number" ? row.error.toFixed(1) : "?";
  return typeof row.elo === "number" ? `${signed(row.elo)} ± ${error}` : signed(row.elo);
}
