// Zoom, keys, and waiting for pages. Without scripts everything works by buttons and links.
"use strict";

(() => {
  const SOON = 1500;
  const kept = { fit: stored("fit") || "width", zoom: Number(stored("zoom")) || 1, letters: stored("letters") };
  const letters = document.getElementById("letters");
  let waiting;

  function stored(key) {
    try { return sessionStorage.getItem(key); } catch { return null; } // no storage
  }

  function keep(changes) {
    Object.assign(kept, changes);
    try { for (const key in changes) sessionStorage.setItem(key, changes[key]); } catch { /* no storage, or full */ }
  }

  function scale(how) {
    if (how === "width" || how === "height") keep({ fit: how, zoom: 1 });
    else keep({ zoom: Math.min(4, Math.max(0.4, kept.zoom * (how === "+" ? 1.25 : how === "-" ? 0.8 : how))) });
    show();
  }

  function show() {
    document.querySelectorAll(".scaling").forEach((each) => { each.hidden = false; });
    document.querySelectorAll("[data-scale=width], [data-scale=height]").forEach((each) => {
      each.setAttribute("aria-pressed", String(each.dataset.scale === kept.fit));
    });
    document.querySelectorAll(".viewer").forEach((viewer) => {
      viewer.classList.toggle("fit-height", kept.fit === "height");
      viewer.style.setProperty("--zoom", kept.zoom);
      viewer.style.setProperty("--room", `${Math.min(viewer.clientHeight, innerHeight) - 32}px`);
    });
    clearTimeout(waiting);
    if (document.querySelector("[data-reload]")) waiting = setTimeout(look, SOON);
  }

  // Without leaving the page: input stays, and a pending decision is not interrupted.
  async function look() {
    const shown = document.querySelector(".shown");
    const text = await fetch(location.href).then((answer) => (answer.ok ? answer.text() : "")).catch(() => "");
    const fresh = new DOMParser().parseFromString(text, "text/html").querySelector(".shown");
    if (shown.isConnected && fresh?.dataset.file === shown.dataset.file && made(fresh) !== made(shown)) {
      const isRead = shown.contains(document.activeElement);
      shown.previousElementSibling.replaceWith(fresh.previousElementSibling);
      shown.replaceWith(fresh);
      if (isRead) fresh.querySelector(".viewer").focus();
    }
    show();
  }

  function made(shown) {
    return shown.querySelectorAll(".page, .warning").length;
  }

  // People who dictate may not want letter keys to act; they can turn them off in the list of keys.
  const isQuiet = () => kept.letters === "off";

  function showKeys() {
    document.documentElement.classList.toggle("quiet-keys", isQuiet());
    if (letters) letters.checked = !isQuiet();
  }

  function press(key) {
    const target = document.querySelector(`[data-key="${key}"]`);
    if (!target) return false;
    target.click();
    const choice = target.matches("summary") ? target.parentElement.querySelector("form input:checked") : null;
    choice?.focus({ preventScroll: true });  // the reasons are read from the first one on
    choice?.form.scrollIntoView({ block: "nearest" });
    return true;
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest("textarea, select, input")) return;
    const letter = letterOf(event);
    if (event.repeat && /^[a-z]$/.test(letter)) return; // a held key would also decide about the next files
    const help = document.getElementById("help");
    if (event.key === "?" && help) help.showModal();
    else if (help?.open) return;
    else if (event.key === "+" || event.key === "-") scale(event.key);
    else if (!/^[a-z]$/.test(letter) || isQuiet() || !press(letter)) return;
    event.preventDefault();
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-scale]");
    if (button) scale(button.dataset.scale);
  });

  // A trackpad pinch arrives as a wheel event with Ctrl: it zooms the file, not the whole page.
  document.addEventListener("wheel", (event) => {
    if (!event.ctrlKey || !event.target.closest(".viewer")) return;
    event.preventDefault();
    scale(Math.exp(-event.deltaY / 200));
  }, { passive: false });

  letters?.addEventListener("change", () => {
    keep({ letters: letters.checked ? "on" : "off" });
    showKeys();
  });
  document.addEventListener("shown", show);
  showKeys();
  show();
})();
