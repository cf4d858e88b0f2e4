// The search dialog (/ and Ctrl-K; a page without scripts), closing menus, and scrolling to the current tab or view.
"use strict";

// The intended letter, even with Caps Lock; by position on a keyboard without Latin letters, such as Cyrillic.
const letterOf = ({ key, code }) => (/^[ -~]$/.test(key) ? key : String(code).replace("Key", "")).toLowerCase();

(() => {
  const PAUSE = 150;
  const dialog = document.getElementById("find");
  const field = document.getElementById("find-words");
  const results = dialog.querySelector(".results");
  let timer, asked, shown;

  async function search() {
    const words = field.value;
    asked?.abort();
    asked = new AbortController();
    try {
      const address = `${dialog.dataset.results}?q=${encodeURIComponent(words)}`;
      const answer = await fetch(address, { signal: asked.signal, redirect: "error" });
      if (!answer.ok) throw new Error(answer.status);
      const found = new DOMParser().parseFromString(await answer.text(), "text/html"); // runs no scripts
      results.replaceChildren(...found.body.childNodes);
      shown = words;
    } catch (error) {
      if (error.name === "AbortError") return;
      results.replaceChildren(Object.assign(document.createElement("p"), { textContent: dialog.dataset.failed, role: "alert" }));
    }
  }

  function open() {
    if (dialog.open) return;
    dialog.showModal();
    field.select();
    if (shown !== field.value) search();
  }

  function move(step) {
    const places = [field, ...results.querySelectorAll("a")];
    const place = places.indexOf(document.activeElement) + step;
    places[(place + places.length) % places.length].focus();
  }

  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(search, PAUSE);
  });
  field.addEventListener("keydown", (event) => {
    const first = results.querySelector("a");
    if (event.key !== "Enter" || event.isComposing || !first || shown !== field.value) return;
    event.preventDefault();
    first.click();
  });
  dialog.addEventListener("keydown", (event) => {
    if (!dialog.open || event.isComposing) return; // just after closing, the focus may still be in it
    event.stopPropagation(); // not for the page's own keys
    if (!["ArrowDown", "ArrowUp", "Escape"].includes(event.key)) return;
    event.preventDefault();
    if (event.key === "Escape") dialog.close(); // WebKit alone would only empty the field
    else move(event.key === "ArrowDown" ? 1 : -1);
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest("a")) dialog.close();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.isComposing) document.querySelector("dialog:modal")?.close(); // WebKit does not
  });
  // WebKit leaves the focus in a closed dialog, which would then get the page's keys.
  document.addEventListener("close", ({ target }) => {
    if (!target.open && target.contains(document.activeElement)) document.activeElement.blur();
  }, true);
  document.querySelector("[data-find]").addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open();
  });

  for (const open of document.querySelectorAll(":is(.tabs, .views) [aria-current]")) {
    const row = open.closest("ul, nav"), [its, all] = [open, row].map((each) => each.getBoundingClientRect());
    row.scrollLeft += its.x + its.width / 2 - all.x - all.width / 2;
  }

  const menus = document.querySelectorAll(".frame .menu, .acts > .more, .keep");
  // Not by focusout: a menu that closes while a button below is pressed would move the button away from the pointer.
  for (const type of ["click", "keyup"]) document.addEventListener(type, (event) => {
    for (const menu of menus) if (!menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, textarea, select");
    const isK = (event.ctrlKey || event.metaKey) && letterOf(event) === "k";
    if (event.key === "Escape") {
      const menu = [...menus].find((each) => each.open);
      if (!menu) return;
      menu.open = false;
      menu.querySelector("summary").focus();
    } else if (isK || (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey)) {
      event.preventDefault();
      open();
    }
  });
})();
