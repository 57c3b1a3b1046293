// A rating curve that can be looked into: rating, its band, and where new versions came in. Without script, or if the figures
// cannot be had, the drawn curve stays.
"use strict";
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const whole = (value) => (value == null ? "–" : Math.round(value).toLocaleString("en"));

// Dashed lines with names where a version was first seen.
const versionMarks = (versions, first) => (chart) => {
  const { ctx, bbox } = chart;
  ctx.save();
  ctx.strokeStyle = ctx.fillStyle = colour("--soft");
  ctx.setLineDash([4, 4]);
  ctx.font = `${11 * devicePixelRatio}px sans-serif`;
  for (const version of versions) {
    const since = Date.parse(version.since) / 1000;
    const x = chart.valToPos(since, "x", true);
    if (since <= first || x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    const right = x > bbox.left + bbox.width / 2; // the name goes where there is room
    ctx.textAlign = right ? "end" : "start";
    ctx.fillText(version.name.slice(0, 20), right ? x - 4 : x + 4, bbox.top + 12 * devicePixelRatio);
  }
  ctx.restore();
};

// As web/charts.py: the curve whole, and its band from the first quarter on; before, it is wider than any curve and cut off at the edge.
const LEAST_SPAN = 60;
const span = (points) => {
  const known = points.slice(Math.floor(points.length / 4));
  const edges = known.flatMap((point) => [point.rating - point.interval, point.rating + point.interval]);
  const values = [...points.map((point) => point.rating), ...edges];
  const low = Math.min(...values);
  const high = Math.max(...values);
  const wider = Math.max(0, LEAST_SPAN - (high - low)) / 2 + 0.06 * Math.max(high - low, LEAST_SPAN);
  return [low - wider, high + wider];
};

// ISO dates: the day where a tick is a day or more, else hour and minute, with the day at its first tick.
const iso = (seconds) => new Date(seconds * 1000).toISOString();
const dates = (_, ticks) => {
  const days = ticks.length < 2 || ticks[1] - ticks[0] >= 86400;
  return ticks.map((tick, at) => {
    const [day, hour] = [iso(tick).slice(0, 10), iso(tick).slice(11, 16)];
    return days ? day : at && iso(ticks[at - 1]).startsWith(day) ? hour : `${hour}\n${day}`;
  });
};

const draw = (place, history) => {
  const points = history.points;
  if (points.length < 2) return;
  const at = points.map((point) => Date.parse(point.at) / 1000);
  const rating = points.map((point) => point.rating);
  const high = points.map((point) => point.rating + point.interval);
  const low = points.map((point) => point.rating - point.interval);
  const font = `13px ${getComputedStyle(place).fontFamily}`;
  const axis = { stroke: colour("--soft"), grid: { stroke: colour("--line"), width: 1 }, ticks: { show: false }, font };
  const holder = document.createElement("div");
  holder.className = "curve-live";
  holder.setAttribute("role", "img");
  holder.setAttribute("aria-label", place.querySelector("svg").getAttribute("aria-label"));
  place.append(holder);
  const chart = new uPlot({
    width: place.clientWidth, height: 260,
    cursor: { y: false, drag: { x: true, y: false } },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
    legend: { markers: { show: false } },
    axes: [{ ...axis, values: dates, space: 110 }, { ...axis, label: "Rating", labelSize: 22, labelFont: font, values: (_, values) => values.map(whole) }],
    scales: { y: { range: () => span(points) } },
    bands: [{ series: [2, 3], fill: `${colour("--ai-text")}24` }],
    series: [
      { label: "At", value: (_, value) => (value == null ? "point at the curve" : `${iso(value).slice(0, 16).replace("T", " ")} UTC`) },
      { label: "rating", stroke: colour("--ai-text"), width: 2, value: (_, value) => whole(value) },
      { label: "95 %: at most", stroke: "transparent", points: { show: false }, value: (_, value) => whole(value) },
      { label: "at least", stroke: "transparent", points: { show: false }, value: (_, value) => whole(value) },
    ],
    hooks: { draw: [versionMarks(history.versions, at[0])] },
  }, [at, rating, high, low], holder);
  place.querySelector("svg").classList.add("replaced");
  new ResizeObserver(() => chart.setSize({ width: place.clientWidth, height: 260 })).observe(place);
};

for (const place of document.querySelectorAll("[data-curve]")) {
  fetch(place.dataset.curve).then((answer) => answer.ok && answer.json()).then((history) => history && draw(place, history)).catch(() => {});
}
