// Lets a signature be drawn, and shows the typed one. Without this script the form signs with the typed name.

"use strict";

(() => {
  const form = document.getElementById("signing");
  const canvas = document.getElementById("canvas");
  const pen = canvas.getContext("2d");
  const name = document.getElementById("name");
  const shown = form.querySelector(".typed-signature");
  const drawing = form.querySelector(".drawing");
  const MOST_POINTS = 6000;
  const sent = document.getElementById("drawing");
  let strokes = [];
  let stroke = null;
  let points = 0;

  function place(event) {
    const box = canvas.getBoundingClientRect();
    const within = (value, most) => Math.max(0, Math.min(most, Math.round(value)));
    return [within((event.clientX - box.left) / box.width * canvas.width, canvas.width),
      within((event.clientY - box.top) / box.height * canvas.height, canvas.height)];
  }

  function draw() {
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.lineWidth = 5;
    pen.lineCap = pen.lineJoin = "round";
    pen.strokeStyle = "#1a1a1a";
    for (const each of strokes) {
      pen.beginPath();
      pen.moveTo(each[0], each[1]);
      for (let at = 2; at < each.length; at += 2) pen.lineTo(each[at], each[at + 1]);
      if (each.length === 2) pen.lineTo(each[0] + 1, each[1]);
      pen.stroke();
    }
  }

  canvas.addEventListener("pointerdown", (event) => {
    if (points >= MOST_POINTS) return;
    canvas.setPointerCapture(event.pointerId);
    stroke = place(event);
    strokes.push(stroke);
    points += 1;
    draw();
    event.preventDefault();
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!stroke || points >= MOST_POINTS) return;
    stroke.push(...place(event));
    points += 1;
    draw();
  });
  for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => {
    stroke = null;
    sent.value = JSON.stringify(strokes);
  });

  document.getElementById("clear").addEventListener("click", () => {
    sent.value = "";
    read();
  });

  // Restores a drawn signature after an error elsewhere or a switch of language.
  function read() {
    strokes = JSON.parse(sent.value || "[]");
    points = strokes.flat().length / 2;
    draw();
  }

  function choose() {
    const isDrawn = document.getElementById("kind-drawn").checked;
    drawing.hidden = !isDrawn;
    shown.hidden = isDrawn;
    shown.textContent = name.value;
  }

  form.querySelector(".kinds").hidden = false;
  form.addEventListener("change", () => { choose(); read(); });
  name.addEventListener("input", choose);
  choose();
  read();
})();
