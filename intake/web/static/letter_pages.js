// Opens the text of a letter if the pictures of its pages are too small to read, as on a phone.

"use strict";

const READABLE = 560; // pixels of a page's width, at which its letters are about as large as in print
const picture = document.querySelector(".sheet img");

if (picture && picture.clientWidth < READABLE) document.getElementById("letter-text").open = true;
