// Sends decisions without leaving the page, so that the next file appears at once and nothing typed is lost; and shows
// who else is viewing a file.
"use strict";

(() => {
  if (typeof sayStatuses === "undefined") return; // the script did not arrive: the forms themselves are sent
  const trouble = document.getElementById("trouble");
  const EVERY = 15000;
  const SILENCE = 20000;
  let undoableUntil = 0;
  let underWay = Promise.resolve();
  let newest = 0;

  // Replaces a part of this page with another page's; returns whether that one has it.
  function replace(page, part) {
    const fresh = page.querySelector(part);
    if (fresh) document.querySelector(part).replaceWith(fresh);
    return Boolean(fresh);
  }

  function complain(text) {
    newest += 1; // no pending answer may replace this file and its message
    trouble.textContent = text;
    trouble.hidden = false;
    trouble.focus();
    trouble.scrollIntoView({ block: "center" });
  }

  // One at a time: a late answer would replace the file that is being viewed by then.
  function go(address, options) {
    const number = newest += 1;
    underWay = underWay.catch(() => null).then(() => (options || number === newest) && show(address, options));
    return underWay;
  }

  async function show(address, options) {
    let answer;
    let text;
    try {
      answer = await fetch(address, { signal: AbortSignal.timeout?.(SILENCE), ...options });
      text = await answer.text();
    } catch {
      return complain(trouble.dataset.offline);
    }
    if (answer.status === 401 || !new URL(answer.url).pathname.startsWith("/review")) return complain(trouble.dataset.signedOut);
    const page = new DOMParser().parseFromString(text, "text/html");
    const toast = document.querySelector(".toast [data-seconds]")?.closest(".toast");
    if (answer.status >= 500 || !replace(page, ".review")) {
      return complain(`${trouble.dataset.failed} ${answer.headers.get("X-Request-Id") || answer.status}`);
    }
    trouble.hidden = true;
    replace(page, ".areas");
    document.title = page.title;
    if (answer.ok) history.pushState(null, "", answer.url);
    sayStatuses(); // not that of an earlier decision
    keepUndo(toast);
    scrollTo(0, 0);
    (document.querySelector("[autofocus]") || document.getElementById("name"))?.focus();
    begin();
  }

  // The undo button stays while the last decision can be undone, even when other files are viewed.
  function keepUndo(earlier) {
    const toast = document.querySelector(".toast");
    const seconds = toast?.querySelector("[data-seconds]")?.dataset.seconds;
    if (seconds) undoableUntil = Date.now() + seconds * 1000;
    else if (!toast && earlier && Date.now() < undoableUntil) document.querySelector(".decision")?.after(earlier);
  }

  function compose() {
    const place = document.querySelector("[data-composed]");
    if (!place) return;
    const reason = document.querySelector("[name=reason_id]:checked")?.dataset.reason;
    place.textContent = [reason, document.getElementById("notes").value.trim()].filter(Boolean).join("\n");
  }

  // Preloads the page that a decision leads to.
  function begin() {
    for (const path of document.querySelector(".file").dataset.prefetch?.split(" ").filter(Boolean) || []) {
      new Image().src = path;
    }
    compose();
    document.dispatchEvent(new Event("shown"));
  }

  async function look() {
    const file = document.querySelector(".file");
    const place = document.querySelector("p.looking");
    if (!place || document.visibilityState !== "visible") return;
    const answer = await fetch(file.dataset.presence, { headers: { Accept: "application/json" } }).catch(() => null);
    if (!answer?.ok || answer.redirected || !place.isConnected) return;
    const { others, decided } = await answer.json();
    place.textContent = decided || (others ? place.dataset.others.replace("{names}", others) : "");
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post" || !form.closest(".review") || !form.action.includes("/review/")) return;
    event.preventDefault();
    if (form.dataset.sent) return;
    form.dataset.sent = "yes";
    go(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) })
      .finally(() => { delete form.dataset.sent; });
  });

  document.addEventListener("click", (event) => {
    const link = event.target.closest(".files a, .turns a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    go(link.href);
  });

  document.addEventListener("keydown", (event) => {
    const open = event.target.closest(".decision details[open]");
    if (event.key === "Escape" && open) {
      open.open = false;
      open.querySelector("summary").focus();
    }
    if (!/^[1-9]$/.test(event.key) || event.target.closest("textarea, select")) return;
    const choice = document.querySelectorAll(".reject[open] [name=reason_id]")[event.key - 1];
    if (!choice) return;
    choice.click();
    choice.focus();
    event.preventDefault();
  });

  document.addEventListener("input", compose);
  addEventListener("popstate", () => location.reload());
  setInterval(look, EVERY);
  keepUndo();
  begin();
})();
