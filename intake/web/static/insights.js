// Draws a chart above each table of figures, from the table's cells and in the theme's colours.
"use strict";

const dark = matchMedia("(prefers-color-scheme: dark)");
const drawn = [];

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

function figures(table) {
  const heads = [...table.tHead.rows[0].cells], rows = [...table.tBodies[0].rows];
  const charted = heads.flatMap((head, column) => (head.dataset.charted === undefined ? [] : [column]));
  return {
    labels: rows.map((row) => row.cells[0].textContent),
    datasets: charted.map((column, number) => ({
      label: heads[column].textContent,
      data: rows.map((row) => Number(row.cells[column].dataset.value)),
      backgroundColor: colour(heads[column].dataset.charted || `chart-${number % 8 + 1}`),
      borderRadius: 3, maxBarThickness: 36,
    })),
  };
}

function draw(place) {
  const isAcross = place.dataset.kind === "across", data = figures(place.parentElement.querySelector("table"));
  const text = colour("muted"), line = colour("line");
  const value = { stacked: true, beginAtZero: true, ticks: { color: text, precision: 0 }, grid: { color: line }, border: { display: false } };
  const name = { stacked: true, ticks: { color: text, maxRotation: 0, autoSkip: data.labels.length > 6, autoSkipPadding: 12 }, grid: { display: false }, border: { color: line } };
  return new Chart(place.querySelector("canvas"), {
    type: "bar", data,
    options: {
      indexAxis: isAcross ? "y" : "x", animation: false, maintainAspectRatio: false, locale: `${document.documentElement.lang}-US`,
      scales: isAcross ? { x: value, y: name } : { x: name, y: value },
      plugins: { legend: { display: !isAcross || data.datasets.length > 1, position: "bottom", labels: { color: text, boxWidth: 14, boxHeight: 14 } },
        tooltip: { mode: "index" } },
    },
  });
}

function drawAll() {
  for (const chart of drawn.splice(0)) chart.destroy();
  for (const place of document.querySelectorAll(".drawing")) drawn.push(draw(place));
}

Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
drawAll();
dark.addEventListener("change", drawAll);
matchMedia("print").addEventListener("change", drawAll); // print is never dark
