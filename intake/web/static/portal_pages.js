// Photos that become one document: shown as pages that can be ordered, turned, cropped and removed, and sent together.
// `page` is as in portal_rows.js.

"use strict";

const MOST_PAGES = 30;
const SHOWN = 900;       // longer side of the displayed copy, in pixels
const LEAST = 0.05;      // share of a photo's width and height that must remain
const STEP = 0.02;       // how far an arrow key moves a corner

const WHOLE = [0, 0, 1, 1];

// A photo as a page. `crop` is [left, top, right, bottom] as shares of the turned photo.
class Photo {
  constructor(file) {
    Object.assign(this, { file, turn: 0, crop: WHOLE, picture: null, drawn: null, upload: null });
  }

  change(values) {
    Object.assign(this, values, { drawn: null });
  }

  get isChanged() {
    return this.turn !== 0 || this.crop !== WHOLE;
  }

  // Without a picture, this browser cannot read the format; the photo can still be sent.
  async read() {
    try {
      const whole = await createImageBitmap(this.file);
      const scale = Math.min(1, SHOWN / Math.max(whole.width, whole.height));
      this.picture = element("canvas", {
        width: Math.max(1, Math.round(whole.width * scale)), height: Math.max(1, Math.round(whole.height * scale)) });
      this.picture.getContext("2d").drawImage(whole, 0, 0, this.picture.width, this.picture.height);
      whole.close();
    } catch { /* its name is shown instead of a picture */ }
  }

  turnOn() {
    const [left, top, right, bottom] = this.crop;
    const crop = this.crop === WHOLE ? WHOLE : [1 - bottom, left, 1 - top, right];
    this.change({ turn: (this.turn + 90) % 360, crop });
  }

  // A canvas with the photo as it is now. It is kept: drawing thirty photos at each press takes a slow phone long.
  shown() {
    if (!this.drawn) {
      this.drawn = element("canvas");
      this.drawn.setAttribute("role", "img");
      this.draw(this.drawn);
    }
    return this.drawn;
  }

  draw(canvas, crop = this.crop) {
    const { width, height } = this.picture;
    const isAcross = this.turn % 180 === 0;
    const [wide, high] = isAcross ? [width, height] : [height, width];
    const [left, top, right, bottom] = crop;
    canvas.width = Math.max(1, Math.round((right - left) * wide));
    canvas.height = Math.max(1, Math.round((bottom - top) * high));
    const drawing = canvas.getContext("2d");
    drawing.translate(-left * wide + wide / 2, -top * high + high / 2);
    drawing.rotate(this.turn * Math.PI / 180);
    drawing.drawImage(this.picture, -width / 2, -height / 2);
  }
}

// The pages of each item, until they are sent.
class Pages {
  constructor(page, queue) {
    Object.assign(this, { page, queue, open: new Map() });
  }

  async add(id, files) {
    const photos = files.map((file) => new Photo(file));
    this.show(id, photos); // reading many takes a while
    for (const photo of photos) {
      await photo.read();
      this.open.get(id)?.renew(photo);
    }
    for (const photo of photos) {
      photo.doubt = await photoDoubt(photo.file);
      this.open.get(id)?.renew(photo);
    }
  }

  show(id, photos) {
    const reason = this.page.whyNot(id);
    if (reason) return new PagesRow(this, id, photos).end(reason);
    this.queue.clear(id);
    if (!this.open.has(id)) this.open.set(id, new Panel(this, id));
    return this.open.get(id).take(photos);
  }

  send(id, photos) {
    this.close(id);
    const { types } = this.page.itemOf(id).dataset;
    const [only] = photos;
    const asItIs = photos.length === 1 && !only.isChanged && (!types || fits("image/jpeg", types.split(",")));
    if (asItIs) this.queue.hand(id, [only.file], true);
    else new PagesRow(this, id, photos).begin();
  }

  close(id) {
    const panel = this.open.get(id);
    this.open.delete(id);
    panel.remove();
    this.page.focusOn(id); // the button that was pressed is gone
  }
}

// The part of an item with its pages.
class Panel {
  constructor(pages, id) {
    Object.assign(this, { pages, id, photos: [], words: pages.page.words });
    this.node = document.getElementById("paging").content.firstElementChild.cloneNode(true);
    this.list = this.node.querySelector(".sheets");
    this.full = this.node.querySelector(".wrong");
    // Without an effect once the part is gone: a script may click twice at once.
    const act = (what) => () => this.node.isConnected && what();
    this.node.querySelector(".send").addEventListener("click", act(() => pages.send(id, this.photos)));
    this.node.querySelector(".give-up").addEventListener("click", act(() => pages.close(id)));
    const rows = this.item.querySelector(".sendings");
    rows.hidden = false;
    rows.prepend(this.node);
    pages.page.offerFiles(this.item);
    this.name = this.node.querySelector("h4").textContent;
    pages.queue.unsent.add(this);
    this.node.querySelector("h4").focus();
  }

  get item() {
    return this.pages.page.itemOf(this.id);
  }

  remove() {
    const rows = this.node.parentNode;
    this.pages.queue.unsent.delete(this);
    this.node.remove();
    rows.hidden = !rows.children.length;
    this.pages.page.offerFiles(this.item);
  }

  end(reason) {
    this.pages.open.delete(this.id);
    this.remove();
    new PagesRow(this.pages, this.id, this.photos).end(reason);
  }

  take(photos) {
    const isMore = this.photos.length > 0;
    this.full.hidden = this.photos.length + photos.length <= MOST_PAGES;
    this.photos.push(...photos.slice(0, MOST_PAGES - this.photos.length));
    this.render();
    const { words, announce } = this.pages.page;
    announce(this.full.hidden ? this.count(words) : this.full.textContent);
    if (isMore) this.node.querySelector(".send").focus();
  }

  count(words) {
    return this.photos.length === 1 ? words.onePage : say(words.pages, { count: this.photos.length });
  }

  render() {
    const active = document.activeElement, holder = active.closest(".sheet");
    const focused = holder && this.list.contains(holder) && [holder.photo, active.dataset.act];
    this.list.replaceChildren(...this.photos.map((photo, place) => this.sheet(photo, place)));
    this.node.querySelector(".send").textContent = this.photos.length === 1
      ? this.words.sendPage : say(this.words.sendPages, { count: this.photos.length });
    if (focused) this.focus(...focused);
  }

  // Redraws one page in place: others may be being dragged.
  renew(photo) {
    const old = [...this.list.children].find((sheet) => sheet.photo === photo);
    if (!old || old.matches(".dragged")) return; // redrawn when it is dropped
    const { act } = old.contains(document.activeElement) ? document.activeElement.dataset : {};
    old.replaceWith(this.sheet(photo, this.photos.indexOf(photo)));
    if (act) this.focus(photo, act);
  }

  focus(photo, act) {
    const sheet = [...this.list.children].find((each) => each.photo === photo) || this.list.lastElementChild;
    const buttons = [sheet?.querySelector(`[data-act="${act}"]`), sheet?.querySelector("[data-act]:enabled")];
    const next = buttons.find((button) => button && !button.disabled) || this.node.querySelector(".send");
    next.focus();
  }

  sheet(photo, place) {
    const sheet = document.getElementById("sheet").content.firstElementChild.cloneNode(true);
    const name = say(this.words.page, { number: place + 1 });
    sheet.photo = photo;
    if (photo.picture) photo.shown().setAttribute("aria-label", name);
    sheet.prepend(photo.picture ? photo.shown() : element("bdi", { className: "unshown", textContent: photo.file.name }));
    sheet.querySelector(".name").textContent = name;
    if (photo.doubt) sheet.querySelector(".doubt").textContent = say(this.words[photo.doubt], { name });
    for (const button of sheet.querySelectorAll("[data-act]")) {
      const { act } = button.dataset;
      button.setAttribute("aria-label", say(this.words.of, { action: button.getAttribute("aria-label"), name }));
      button.disabled = (act === "up" && !place) || (act === "down" && place === this.photos.length - 1)
        || (act === "crop" && !photo.picture);
      button.addEventListener("click", () => sheet.isConnected && this[act](photo, place)); // once: it is redrawn then
    }
    this.drag(sheet, photo);
    return sheet;
  }

  // Actions of a page's buttons

  up(photo, place) {
    this.move(photo, place - 1);
  }

  down(photo, place) {
    this.move(photo, place + 1);
  }

  turn(photo) {
    photo.turnOn();
    this.render();
  }

  takeOut(photo) {
    this.photos.splice(this.photos.indexOf(photo), 1);
    this.full.hidden = true;
    if (this.photos.length) this.render();
    else this.pages.close(this.id);
    this.pages.page.announce(this.count(this.words));
  }

  crop(photo, place) {
    new Cropper(photo, say(this.words.page, { number: place + 1 }), this.words.corner, () => this.render());
  }

  move(photo, place) {
    this.photos.splice(this.photos.indexOf(photo), 1);
    this.photos.splice(place, 0, photo);
    this.render();
    this.pages.page.announce(say(this.words.page, { number: place + 1 }));
  }

  // The page follows the finger; the others make room.
  drag(sheet, photo) {
    const grip = sheet.querySelector(".grip");
    grip.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      grip.setPointerCapture(event.pointerId);
      sheet.classList.add("dragged");
    });
    grip.addEventListener("pointermove", (event) => {
      if (!grip.hasPointerCapture(event.pointerId)) return;
      const over = [...this.list.children].find((other) => {
        const { top, bottom } = other.getBoundingClientRect();
        return other !== sheet && event.clientY > top && event.clientY < bottom;
      });
      if (!over) return;
      const isBelow = sheet.compareDocumentPosition(over) & Node.DOCUMENT_POSITION_FOLLOWING;
      // Moving the dragged element itself would end the drag.
      if (isBelow) this.list.insertBefore(over, sheet);
      else this.list.insertBefore(over, sheet.nextSibling);
    });
    grip.addEventListener("lostpointercapture", () => {
      const place = [...this.list.children].indexOf(sheet);
      if (this.photos.indexOf(photo) === place) this.render();
      else this.move(photo, place);
    });
  }
}

// A dialog for cropping: corners are dragged or moved with the arrow keys.
class Cropper {
  constructor(photo, name, words, changed) {
    this.words = words;
    this.dialog = document.getElementById("cropping").content.firstElementChild.cloneNode(true);
    this.crop = [...photo.crop];
    this.selected = this.dialog.querySelectorAll(".selected, .shade > div");
    this.frame = this.dialog.querySelector(".frame");
    this.dialog.querySelector(".name").textContent = name;
    photo.draw(this.dialog.querySelector("canvas"), WHOLE);
    for (const corner of this.dialog.querySelectorAll(".corner")) this.listen(corner);
    this.dialog.querySelector(".whole").addEventListener("click", () => this.place(WHOLE));
    this.dialog.addEventListener("close", () => {
      if (this.dialog.returnValue === "keep") {
        photo.change({ crop: this.crop.some((share, side) => share !== WHOLE[side]) ? this.crop : WHOLE });
      }
      this.dialog.remove();
      changed();
    });
    document.body.append(this.dialog);
    this.place(this.crop);
    this.dialog.showModal();
  }

  place([left, top, right, bottom]) {
    this.crop = [left, top, right, bottom];
    for (const { style } of this.selected) {
      Object.assign(style, { left: `${100 * left}%`, top: `${100 * top}%`, right: `${100 * (1 - right)}%`,
        bottom: `${100 * (1 - bottom)}%` });
    }
  }

  // Moves a corner to these shares of the photo, but leaves at least `LEAST` of it.
  moveTo({ x, y }, across, down) {
    const crop = [...this.crop];
    const within = (least, share, most) => Math.min(most, Math.max(least, share));
    if (x === "left") crop[0] = within(0, across, crop[2] - LEAST);
    else crop[2] = within(crop[0] + LEAST, across, 1);
    if (y === "top") crop[1] = within(0, down, crop[3] - LEAST);
    else crop[3] = within(crop[1] + LEAST, down, 1);
    this.place(crop);
  }

  // In the dialog: screen readers do not say what changes outside of an open one.
  announce({ x, y }) {
    const [left, top, right, bottom] = this.crop.map((share) => Math.round(100 * share));
    this.dialog.querySelector("[role=status]").textContent = say(this.words,
      { across: x === "left" ? left : right, down: y === "top" ? top : bottom });
  }

  listen(corner) {
    corner.addEventListener("pointerdown", (event) => corner.setPointerCapture(event.pointerId));
    corner.addEventListener("pointermove", (event) => {
      if (!corner.hasPointerCapture(event.pointerId)) return;
      const { left, top, width, height } = this.frame.getBoundingClientRect();
      this.moveTo(corner.dataset, (event.clientX - left) / width, (event.clientY - top) / height);
    });
    corner.addEventListener("keydown", (event) => {
      const [across, down] = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP],
        ArrowDown: [0, STEP] }[event.key] || [];
      if (across === undefined) return;
      event.preventDefault();
      const [left, top, right, bottom] = this.crop;
      const { x, y } = corner.dataset;
      this.moveTo(corner.dataset, (x === "left" ? left : right) + across, (y === "top" ? top : bottom) + down);
      this.announce(corner.dataset);
    });
  }
}

// Sends the pages: each photo to the storage, then all handed in as one document.
class PagesRow extends Row {
  constructor(pages, id, photos) {
    const name = `${pages.page.nameOf(id)}.pdf`;
    super(pages.queue, id, { name, size: photos.reduce((sum, { file }) => sum + file.size, 0) });
    Object.assign(this, { pages, photos });
  }

  async transfer({ limit }, isAgain = false) {
    const count = this.photos.length;
    this.begun();
    for (const [place, photo] of this.photos.entries()) {
      if (photo.upload) continue;
      try {
        const file = await fitting(photo.file, PHOTOS, Number(limit));
        photo.upload = await this.deliver(file, "photos", (state, percent) => this.show(
          state, state === "sending" ? Math.floor((100 * place + percent) / count) : undefined));
      } catch (error) {
        if (error instanceof Refused) error.about = photo.file;
        throw error;
      }
    }
    this.show("finishing");
    const pages = this.photos.map(({ upload, turn, crop }) => ({ upload_id: upload, turn, crop }));
    const { path, csrf } = this.page.list.dataset, address = `${path}/documents/${this.id}/pages`;
    this.sending = new Sending(null, {}, csrf, (state) => this.show(state)); // all photos may have been sent before
    if (this.cancelled) this.sending.cancel();
    try {
      await this.sending.insist(() => this.sending.ask(address, { filename: nameOf(this), photos: pages }));
    } catch (error) {
      if (error.code === "upload_already_confirmed") return; // an earlier try succeeded, but its answer was lost
      if (error.code === "not_a_photo") error.about = this.photos[error.details.photo - 1].file;
      if (!GONE.includes(error.code) || isAgain) throw error;
      for (const photo of this.photos) photo.upload = null; // files not handed in within a day are deleted
      await this.transfer({ limit }, true);
    }
  }

  // The pages remain and can be sent again, as long as the item takes any.
  fail(reason, again, about) {
    const isOver = OVER.includes(reason);
    super.fail(reason, again || !isOver, isOver ? this.original : about);
  }

  get lastChoice() {
    return this.isOver ? super.lastChoice : [this.page.words.change, () => this.reopen()];
  }

  cancel() {
    super.cancel();
    this.pages.show(this.id, this.photos);
  }

  reopen() {
    this.close();
    this.pages.show(this.id, this.photos);
  }
}
