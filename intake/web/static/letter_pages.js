// Opens the text below each page of a letter whose picture is too small to read, as on a phone.

"use strict";

const READABLE = 560; // pixels of a page's width, at which its letters are about as large as in print

for (const sheet of document.querySelectorAll(".sheet")) {
  const [picture, text] = ["img", "details"].map((each) => sheet.querySelector(each));
  if (picture && picture.clientWidth < READABLE) text.open = true;
}
