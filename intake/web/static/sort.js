// Sorts a list by dragging: an item takes the place of the one that it is dropped on. Its buttons do the same.

"use strict";

for (const list of document.querySelectorAll(".checklist")) {
  let dragged = null;
  for (const item of list.querySelectorAll(":scope > [data-place]")) {
    const handle = item.querySelector(".line");
    handle.draggable = true;
    handle.addEventListener("dragstart", (event) => {
      dragged = item;
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", item.id);
    });
    handle.addEventListener("dragend", () => {
      dragged = null;
      for (const each of list.children) each.classList.remove("target");
    });
    item.addEventListener("dragover", (event) => {
      if (!dragged || dragged === item) return;
      event.preventDefault();
      item.classList.add("target");
    });
    item.addEventListener("dragleave", () => item.classList.remove("target"));
    item.addEventListener("drop", (event) => {
      if (!dragged || dragged === item) return;
      event.preventDefault();
      const form = dragged.querySelector("form[action$='/move']");
      form.elements.position.value = item.dataset.place;
      form.querySelector("button").click();
    });
  }
}
