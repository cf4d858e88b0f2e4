// Keys, zoom and waiting for pages; everything works without them by buttons and links.
"use strict";

(() => {
  const help = document.getElementById("help");
  const viewer = document.querySelector(".viewer");
  const SOON = 1500;
  let zoom = Number(sessionStorage.getItem("zoom")) || 1;

  function show(factor) {
    zoom = Math.min(3, Math.max(0.5, zoom * factor));
    sessionStorage.setItem("zoom", zoom);
    viewer?.style.setProperty("--zoom", zoom);
  }

  function press(key) {
    const target = document.querySelector(`[data-key="${key}"]`);
    if (!target) return false;
    target.click();
    if (target.tagName === "SUMMARY") document.getElementById("notes").focus();
    return true;
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
    if (event.key === "?") help.showModal();
    else if (event.key === "+") show(1.25);
    else if (event.key === "-") show(0.8);
    else if (help.open || !/^[a-z]$/i.test(event.key) || !press(event.key.toLowerCase())) return;
    event.preventDefault();
  });

  document.querySelector(".filters select")?.addEventListener("change", (event) => event.target.form.submit());
  show(1);
  if (document.querySelector("[data-reload]") && !document.querySelector(".reject[open]")) {
    setTimeout(() => {
      if (!document.querySelector(".reject[open]")) location.reload();
    }, SOON);
  }
})();
