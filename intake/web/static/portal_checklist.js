// The checklist: sends chosen, photographed and dropped files, and updates the page without a reload.

"use strict";

(() => {
  const list = document.getElementById("checklist");
  const words = document.getElementById("words").dataset;
  const live = document.getElementById("live");
  const path = `${list.dataset.path}/documents`;
  const shown = new Map(); // the server's latest version of each item, by id
  const names = new Map(); // also of items that the firm has withdrawn
  const withdrawn = element("ul", { className: "items sendings withdrawn", hidden: true }); // files for such
  let lastRefresh = 0;

  const announce = (text) => { live.textContent = text; };
  const itemOf = (id) => document.getElementById(id);
  const nameOf = (id) => names.get(id);
  const page = {
    list, words, announce, itemOf, nameOf, withdrawn, whyNot, unfold, refresh, focusOn, doubtOf, offerFiles };
  const queue = new Queue(page);
  const isUnsent = () => queue.isBusy || Boolean(list.querySelector(".paging, .sending.kept"));

  // Not while there are unsent photos: sending them will report the error.
  function reload() {
    if (!isUnsent()) location.reload();
  }

  function focusOn(id, place = "summary") {
    const item = itemOf(id) ?? withdrawn;
    (item.querySelector(place) ?? item.querySelector("summary, :scope > :last-child button"))?.focus();
  }

  // Moving between items

  // Unfolds the item, and the group of done items around it.
  function unfold(item) {
    const rest = item.closest(".done");
    if (rest) rest.open = true;
    item.firstElementChild.open = true;
  }

  function goTo(item) {
    for (const other of list.querySelectorAll(".item > [open]")) {
      if (!item.contains(other) && !other.querySelector(".sendings > *")) other.open = false;
    }
    unfold(item);
    item.scrollIntoView();
    focusOn(item.id);
  }

  // The next open item after the last unfolded one, else the first open one.
  function nextOpen() {
    const items = [...list.querySelectorAll(".item")];
    const last = items.findLastIndex((item) => item.firstElementChild.open && !item.closest(".done:not([open])"));
    return [...items.slice(last + 1), ...items].find((item) => item.hasAttribute("data-awaited"));
  }

  function followAddress() {
    const item = itemOf(location.hash.slice(1));
    if (item?.matches(".item")) goTo(item);
  }

  list.addEventListener("click", (event) => {
    const item = event.target.closest(".next") && nextOpen();
    if (!item) return;
    event.preventDefault();
    goTo(item);
  });
  list.addEventListener("toggle", ({ target }) => {
    if (!target.open && target.matches(".item > *")) target.querySelector(":scope > div").style.minHeight = "";
  }, true);
  window.addEventListener("hashchange", followAddress);

  // Photos

  let loading = null, pages = null;

  // Loads the scripts for photos. Resolves when they are loaded, or loading has failed or takes too long.
  function forPhotos() {
    loading ||= Promise.race([new Promise((done) => setTimeout(done, 20000)), Promise.all(
      [...document.getElementById("for-photos").content.cloneNode(true).children].map((each) => new Promise((done) => {
        const made = element(each.tagName); // cloned scripts do not run
        for (const { name, value } of each.attributes) made.setAttribute(name, value);
        made.async = false;
        made.onload = done;
        made.onerror = () => { loading = null; done(); };
        document.head.append(made);
      })))]);
    return loading.then(() => {
      pages ||= [typeof Pages, typeof photoDoubt].includes("undefined") ? null : new Pages(page, queue);
    });
  }

  async function doubtOf(file) {
    if (!typeOf(file).startsWith("image/")) return null;
    await forPhotos();
    return pages ? photoDoubt(file) : null;
  }

  // The reason why an item takes nothing any more, as the firm may have settled or withdrawn it meanwhile.
  function whyNot(id, place = list) {
    const item = place.querySelector(`[id="${id}"]`);
    return item ? item.dataset.takes ? null : "settled" : "withdrawn";
  }

  // Shows photos that can become pages; sends everything else. A photo may have been taken for long.
  async function take(id, files) {
    const reason = whyNot(id);
    if (reason) return files.forEach((file) => new Row(queue, id, file).end(reason));
    const isPage = (file) => "pages" in itemOf(id).dataset && file.size > 0 && fits(typeOf(file), PHOTOS);
    const others = files.filter((file) => !isPage(file));
    let photos = files.filter(isPage);
    if (photos.length && !pages) photos = await queue.hold(id, photos, forPhotos());
    if (photos.length && pages) pages.add(id, photos);
    else { // the scripts are missing
      const { types } = itemOf(id).dataset, canGo = (file) => fits(typeOf(file), types ? types.split(",") : []);
      others.push(...photos.filter(canGo));
      queue.keep(id, photos.filter((file) => !canGo(file)), (kept) => take(id, kept));
    }
    return others.length && queue.hand(id, others);
  }

  // Keeping the page up to date

  // Replaces the items that differ, but keeps files being sent and items unfolded. A finished item keeps its place
  // until a reload, so that nothing moves away under the finger.
  function adopt(text) {
    const fresh = new DOMParser().parseFromString(text, "text/html");
    const newer = fresh.getElementById("checklist");
    if (!newer) return reload();
    const newerOf = (item) => newer.querySelector(`[id="${item.id}"]`), held = [...list.querySelectorAll(".item")];
    for (const { id } of held) {
      const reason = whyNot(id, newer);
      if (reason) queue.end(reason, id);
    }
    const active = document.activeElement;
    const inFocus = active.closest(".item") && [active.closest(".item").id, placeOf(active)];
    const changed = [...newer.querySelectorAll(".item")].filter((item) => shown.get(item.id) !== item.innerHTML);
    const isTurnedDown = (item) => item?.matches(".rejected, .infected");
    const turnedDown = changed.filter((item) => isTurnedDown(item) && !isTurnedDown(itemOf(item.id)));
    newer.querySelectorAll(".item").forEach(prepare);
    for (const id of ["standing", "summary"]) {
      const [there, fresher] = [itemOf(id), newer.querySelector(`#${id}`)];
      if (there.outerHTML !== fresher.outerHTML) there.replaceWith(fresher);
    }
    const steps = [document.querySelector(".steps"), fresh.querySelector(".steps")];
    if (steps[0] && steps[1]) steps[0].replaceWith(steps[1]);
    const ids = (place) => [...place.querySelectorAll(".item")].map((item) => item.id).sort().join();
    if (ids(list) === ids(newer)) {
      for (const item of changed) {
        const old = itemOf(item.id);
        keep(old, item);
        old.replaceWith(item);
      }
    } else {
      const gone = held.filter((each) => !newerOf(each));
      withdrawn.append(...gone.flatMap((item) => [...item.querySelector(".sendings").children]));
      withdrawn.hidden = !withdrawn.firstChild;
      for (const item of newer.querySelectorAll(".item")) keep(itemOf(item.id), item);
      list.querySelectorAll(".group").forEach((group) => group.remove());
      list.append(...newer.querySelectorAll(".group"));
    }
    list.dataset.version = newer.dataset.version;
    list.toggleAttribute("data-checking", newer.hasAttribute("data-checking"));
    if (inFocus && !document.contains(active)) focusOn(...inFocus);
    else if (inFocus) active.focus();
    const sayOf = (item, part) => item.querySelector(part).textContent.trim();
    if (turnedDown.length) announce(turnedDown.map((item) => `${sayOf(item, "h3")}: ${sayOf(item, ".state")}`).join(". "));
    return null;
  }

  // The buttons of an item that takes files.
  function handingIn(item) {
    const { takes, types, limit, kinds = "" } = item.dataset;
    const made = document.getElementById("handing-in").content.firstElementChild.cloneNode(true);
    const isMore = !item.matches(".needed, .rejected, .infected") || item.querySelector(".paging");
    const isCalm = isMore || "optional" in item.dataset;
    const [photo, choose] = made.querySelectorAll("label");
    for (const label of [photo, choose]) {
      label.classList.toggle("more", isMore);
      const said = label.querySelector("[data-again]");
      if (isMore) said.textContent = said.dataset.again;
      label.querySelector("span.unseen").textContent = `: ${item.querySelector("h3").textContent}`;
    }
    photo.classList.toggle("plain", isCalm);
    choose.classList.toggle("calm", isCalm);
    choose.classList.toggle("plain", isCalm || takes === "photos");
    if (types) choose.querySelector("input").accept = "pages" in item.dataset ? `${types},${PHOTOS}` : types;
    if (takes !== "photos") photo.remove();
    const said = made.querySelector(".takes");
    said.textContent = say(kinds ? said.dataset.kinds : said.dataset.any, {
      kinds: kinds.charAt(0).toLocaleUpperCase() + kinds.slice(1), limit: sizeSaid(Number(limit)) });
    return made;
  }

  // Adds the controls that need scripts to an item.
  function prepare(item) {
    shown.set(item.id, item.innerHTML);
    names.set(item.id, item.querySelector("h3").textContent.trim());
    item.dataset.limit ??= list.dataset.limit;
    inside(item).insertBefore(element("ul", { className: "sendings", hidden: true }),
      inside(item).querySelector(":scope > .note, :scope > .missing"));
    if (item.dataset.takes) offerFiles(item);
  }

  // Listens to each input, because a file may be chosen after its item was replaced.
  function offerFiles(item) {
    const handing = handingIn(item), former = item.querySelector(".handing-in");
    if (former) former.replaceWith(handing);
    else inside(item).insertBefore(handing, inside(item).querySelector(":scope > .missing"));
    for (const input of handing.querySelectorAll("input")) {
      input.addEventListener("click", forPhotos); // loads while the photo is taken
      input.addEventListener("change", () => {
        const files = [...input.files];
        input.value = ""; // so that the same file can be chosen again
        take(item.id, files);
      });
      input.addEventListener("keydown", (event) => { // it looks like a button
        if (event.key !== "Enter") return;
        event.preventDefault();
        input.click();
      });
    }
  }

  // Describes the focused element, so that it can be found in the new item.
  function placeOf(active) {
    const place = [".photo input", ".choose input", ".help summary"].find((each) => active.matches(each));
    return place || "summary";
  }

  const inside = (item) => item.querySelector(":scope > * > div");

  function keep(old, item) {
    if (!old) return;
    const rows = old.querySelector(".sendings");
    item.querySelector(".sendings").replaceWith(rows);
    // Nothing below moves while the client looks elsewhere.
    if (rows.children.length) inside(item).style.minHeight = `${inside(old).offsetHeight}px`;
    if (rows.querySelector(".paging")) offerFiles(item);
    const help = item.querySelector(".help");
    if (help) help.open = Boolean(old.querySelector(".help[open]"));
    const asked = [...old.querySelectorAll(".files .removal[open] form")].map((form) => form.action);
    for (const form of item.querySelectorAll(".files .removal form")) form.parentNode.open = asked.includes(form.action);
    item.firstElementChild.open = old.firstElementChild.open;
    if (rows.firstChild) unfold(item);
  }

  async function refresh() {
    lastRefresh = Date.now();
    try {
      const answer = await fetch(path + location.search, { headers: { Accept: "text/html" } });
      const text = await answer.text();
      if (answer.redirected) reload(); // to enter a code
      else if (answer.ok) adopt(text);
      else if (answer.status === 404 || answer.status === 410) {
        if (isUnsent()) queue.end(ENDED);
        else reload(); // which says why
      }
    } catch { /* the next refresh tells */ }
  }

  // Polls for the results of checks, less and less often, and only while the page is visible.
  async function look(began) {
    if (list.hasAttribute("data-checking") && !document.hidden) {
      try {
        const answer = await fetch(`${path}.json`, { headers: { Accept: "application/json" } });
        const found = answer.ok ? (await answer.json()).data : null;
        if (found && found.version !== list.dataset.version) {
          await refresh();
          began = Date.now();
        }
      } catch { /* offline for a moment */ }
    }
    const saving = navigator.connection && navigator.connection.saveData;
    const pause = saving ? 60000 : Date.now() - began < 60000 ? 3000 : 20000;
    setTimeout(look, pause, began);
  }

  // Events

  list.addEventListener("submit", async (event) => {
    const form = event.target;
    event.preventDefault();
    const id = form.closest(".item").id;
    form.querySelector("button").disabled = true;
    try {
      const answer = await fetch(form.action, {
        method: "POST", body: new URLSearchParams(new FormData(form)), headers: { Accept: "text/html" },
        credentials: "same-origin" });
      if (!answer.ok) throw new Refused();
      adopt(await answer.text());
      focusOn(id);
      announce(say(words.removed, { name: form.dataset.name }));
    } catch (error) {
      form.querySelector("button").disabled = false;
      if (error instanceof Refused && !isUnsent()) return form.submit(); // the next page says what is wrong
      const wrong = form.querySelector(".wrong") ?? form.appendChild(element("p", { className: "wrong" }));
      wrong.textContent = say(words.kept, { name: form.dataset.name });
      announce(wrong.textContent);
    }
    return null;
  });

  const target = (event) => event.target.closest && event.target.closest(".item");
  const holdsFiles = (event) => event.dataTransfer && [...event.dataTransfer.types].includes("Files");

  document.addEventListener("dragover", (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault(); // or the browser would open the file
    const item = target(event);
    const takes = item && item.querySelector(".handing-in");
    event.dataTransfer.dropEffect = takes ? "copy" : "none";
    document.querySelectorAll(".over").forEach((other) => other !== item && other.classList.remove("over"));
    if (takes) item.classList.add("over");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.querySelectorAll(".over").forEach((item) => item.classList.remove("over"));
  });
  document.addEventListener("drop", (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    document.querySelectorAll(".over").forEach((item) => item.classList.remove("over"));
    const item = target(event);
    if (!item || !item.querySelector(".handing-in")) return;
    unfold(item);
    take(item.id, [...event.dataTransfer.files]);
  });

  guard(isUnsent, itemOf("leaving"));
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && Date.now() - lastRefresh > 15000) refresh();
  });

  document.querySelector(".scriptless").remove();
  itemOf("standing").after(withdrawn);
  list.querySelectorAll(".item").forEach(prepare);
  queue.recall();
  followAddress();
  look(Date.now());
})();
