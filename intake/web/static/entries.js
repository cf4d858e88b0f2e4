// Adds and removes the entries of a list, such as children, without sending the page. Without this script the buttons
// send it, and the next page shows the entries.

"use strict";

(() => {
  const buttonOf = (list) => list.querySelector(":scope > button");
  const entriesOf = (list) => [...list.querySelectorAll(":scope > [data-entry]")];

  // Gives the entry this place, in what is read and in the names of its fields, as the server numbers them.
  function place(list, entry, number) {
    const name = list.dataset.entries, from = entry.id, to = `${name}.${number}`;
    for (const each of [entry, ...entry.querySelectorAll("*")]) {
      for (const attribute of each.attributes) attribute.value = attribute.value.replaceAll(from, to);
      if (each.name === name || each.name === `${name}.remove`) each.value = number;
      if ("number" in each.dataset) each.textContent = number + 1;
    }
  }

  function renumber(list) {
    const entries = entriesOf(list);
    entries.forEach((entry, number) => {
      if (entry.id !== `${list.dataset.entries}.${number}`) place(list, entry, number);
    });
    buttonOf(list).hidden = entries.length >= Number(list.dataset.most);
  }

  function changed(list) {
    renumber(list);
    list.dispatchEvent(new Event("change", { bubbles: true }));
  }

  function add(list) {
    const template = list.querySelector(":scope > template");
    const entry = template.content.firstElementChild.cloneNode(true);
    template.before(entry);
    say(list);
    renumber(list);
    return entry;
  }

  // Says what was removed, and offers to put it back.
  function say(list, undo = null) {
    const status = list.querySelector(":scope > .undo");
    status.replaceChildren();
    if (!undo) return;
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "plain", textContent: status.dataset.undo, onclick: undo });
    status.append(`${status.dataset.removed} `, button);
    button.focus();
  }

  function remove(list, entry) {
    const next = entry.nextElementSibling;
    entry.remove();
    say(list, () => {
      next.before(entry);
      say(list);
      changed(list);
      entry.focus();
    });
    changed(list);
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-entries] button[type=submit]");
    if (!button) return;
    const list = button.closest("[data-entries]");
    event.preventDefault();
    if (button === buttonOf(list)) {
      add(list).focus();
      changed(list);
    } else {
      remove(list, button.closest("[data-entry]"));
    }
  });

  // Makes room for what was typed in entries that this page does not have.
  document.addEventListener("entries", ({ target, detail }) => {
    for (const list of target.querySelectorAll("[data-entries]")) {
      const number = detail.startsWith(`${list.dataset.entries}.`) ? parseInt(detail.slice(list.dataset.entries.length + 1), 10) : -1;
      while (number >= entriesOf(list).length && !buttonOf(list).hidden) add(list);
    }
  });
})();
