// Leaves the client's pages at once, by the button or three presses of Shift, and keeps Back from showing them. Loaded
// before anything is drawn. The page itself saves answers when it is hidden.

"use strict";

(() => {
  const PRESSES = 3;
  const WITHIN = 5000;
  const GONE = "left";
  let isLeaving = false;
  let presses = 0;
  let timer;

  function leave(address) {
    isLeaving = true;
    document.documentElement.classList.add("left");
    document.title = "";
    try {
      sessionStorage.clear(); // the names of files, among others
      sessionStorage.setItem(GONE, address);
    } catch { /* some private windows */ }
    location.replace(address);
  }

  // A page reached with Back leads away again. Opening the link again shows it.
  function stay(isBack) {
    let address = null;
    try {
      address = sessionStorage.getItem(GONE);
      if (address && !isBack) sessionStorage.removeItem(GONE);
    } catch { /* as above */ }
    if (address && isBack) leave(address);
  }

  stay(performance.getEntriesByType("navigation")[0]?.type === "back_forward");
  addEventListener("pageshow", (event) => { if (event.persisted) stay(true); });

  // Suppresses the question about unsent files.
  addEventListener("beforeunload", (event) => { if (isLeaving) event.stopImmediatePropagation(); });

  document.addEventListener("click", (event) => {
    const link = event.target.closest("#leave");
    if (!link) return;
    event.preventDefault();
    leave(link.href);
  });

  let isAlone = false;
  document.addEventListener("keydown", (event) => { isAlone = event.key === "Shift"; });
  document.addEventListener("keyup", (event) => {
    const link = document.getElementById("leave");
    if (event.key !== "Shift" || !link) return;
    presses = isAlone ? presses + 1 : 0;
    clearTimeout(timer);
    timer = setTimeout(() => { presses = 0; link.nextElementSibling.textContent = ""; }, WITHIN);
    if (presses === PRESSES) leave(link.href);
    else if (presses) link.nextElementSibling.textContent = link.dataset[presses === 1 ? "twice" : "once"];
  });
})();
