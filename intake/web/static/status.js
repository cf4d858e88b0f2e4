// Screen readers say what changes in a status, and pass over what a page came with, such as that something is saved. So
// the text is hidden from them for a moment.
"use strict";

function sayStatuses() {
  const MOMENT = 500;
  for (const status of document.querySelectorAll("main [role=status]:not(.standing)")) {
    let text = status.querySelector(":scope > p, :scope > span");
    if (!status.children.length && status.textContent.trim()) {
      text = document.createElement("span");
      text.append(...status.childNodes);
      status.append(text);
    }
    if (!text) continue;
    text.setAttribute("aria-hidden", "true");
    setTimeout(() => text.removeAttribute("aria-hidden"), MOMENT);
  }
}

sayStatuses();
