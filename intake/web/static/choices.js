// A list with a search in place of a browser's own for selects with many choices, such as people and time zones. Fingers
// get the phone's own list, and so does everybody without this script.
"use strict";

(() => {
  const MANY = 25;
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();
  let panel, field, list, none, select, options, current;

  function make() {
    panel = document.getElementById("choices").content.firstElementChild.cloneNode(true);
    [field, list, none] = ["input", "[role=listbox]", "[role=status]"].map((each) => panel.querySelector(each));
    field.addEventListener("input", show);
    field.addEventListener("keydown", onKey);
    list.addEventListener("mousemove", ({ target }) => mark(target.closest("[role=option]"), false));
    list.addEventListener("mousedown", (event) => event.preventDefault()); // the field keeps the focus
    list.addEventListener("click", ({ target }) => pick(target.closest("[role=option]")));
    for (const type of ["scroll", "resize"]) window.addEventListener(type, () => panel.hidePopover());
    panel.addEventListener("focusout", ({ relatedTarget }) => { if (relatedTarget) panel.hidePopover(); });
    panel.addEventListener("toggle", ({ newState }) => {
      if (newState === "closed" && [document.body, field].includes(document.activeElement)) select.focus();
    });
  }

  function open(target, typed = "") {
    if (!panel) make();
    select = target;
    options = [...select.options].filter((each) => !each.disabled && !each.hidden).map((option) => {
      const node = Object.assign(document.createElement("div"), { role: "option", textContent: option.label || "\u00a0" });
      node.ariaSelected = String(option.selected);
      return { option, node, words: plain(`${option.label} ${option.parentNode.label ?? ""}`) };
    });
    options.forEach(({ node }, place) => { node.id = `choice-${place}`; });
    const name = [...select.labels].map((label) => label.textContent.trim()).join(" ");
    field.ariaLabel = list.ariaLabel = name;
    field.value = typed;
    select.closest("dialog, main").append(panel);
    panel.showPopover();
    place();
    show();
    field.focus();
  }

  // Below the select, or above it where there is more room.
  function place() {
    const { left, right, top, bottom, width } = select.getBoundingClientRect(), below = innerHeight - bottom;
    const isBelow = below > 320 || below > top, isLeft = left + Math.max(width, 352) < innerWidth;
    Object.assign(panel.style, {
      minWidth: `${width}px`, maxHeight: `${Math.min(400, (isBelow ? below : top) - 12)}px`,
      left: isLeft ? `${left}px` : "auto", right: isLeft ? "auto" : `${document.documentElement.clientWidth - right}px`,
      top: isBelow ? `${bottom + 4}px` : "auto", bottom: isBelow ? "auto" : `${innerHeight - top + 4}px`,
      flexDirection: isBelow ? "column" : "column-reverse", // the field stays beside the select while the list shrinks
    });
  }

  function show() {
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    const found = options.filter((each) => words.every((word) => each.words.includes(word))).map(({ node }) => node);
    list.replaceChildren(...found);
    none.textContent = found.length ? "" : none.dataset.none;
    mark(found.find((node) => !words.length && node.ariaSelected === "true") ?? found[0]);
  }

  function mark(node, isInSight = true) {
    if (node === null) return; // between two choices
    current?.classList.remove("current");
    current = node;
    node?.classList.add("current");
    field.setAttribute("aria-activedescendant", node?.id ?? "");
    if (isInSight) node?.scrollIntoView({ block: "nearest" });
  }

  function pick(node) {
    const chosen = node && options.find((each) => each.node === node).option;
    if (!chosen) return;
    panel.hidePopover();
    select.focus();
    if (chosen.selected) return;
    chosen.selected = true;
    for (const type of ["input", "change"]) select.dispatchEvent(new Event(type, { bubbles: true }));
  }

  const STEPS = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

  function onKey(event) {
    const step = STEPS[event.key], found = [...list.children];
    if (step) mark(found[Math.max(0, Math.min(found.indexOf(current) + step, found.length - 1))]);
    else if (event.key === "Tab") return select.focus(); // from which the browser goes on
    else if (event.key === "Enter") pick(current);
    else return null;
    event.preventDefault();
    return null;
  }

  const isLong = (target) => target.matches?.("select:not([multiple], [size])") && target.length > MANY
    && HTMLElement.prototype.hasOwnProperty("popover");

  let isMouse = false;
  document.addEventListener("pointerdown", ({ pointerType }) => { isMouse = pointerType === "mouse"; }, true);
  document.addEventListener("mousedown", (event) => {
    if (event.button || !isMouse || !isLong(event.target)) return;
    event.preventDefault(); // the browser's own list
    open(event.target);
  });
  document.addEventListener("keydown", (event) => {
    const { target, key, altKey, ctrlKey, metaKey } = event;
    if (!isLong(target) || ctrlKey || metaKey) return;
    const isTyped = [...key].length === 1 && key !== " " && !altKey, isOpening = [" ", "Enter", "F4"].includes(key)
      || (altKey && ["ArrowDown", "ArrowUp"].includes(key));
    if (!isTyped && !isOpening) return;
    event.preventDefault();
    event.stopPropagation(); // a letter is not a shortcut of the page
    open(target, isTyped ? key : "");
  }, true);
})();
