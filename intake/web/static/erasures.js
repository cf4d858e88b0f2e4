// Looks again while a record is being erased, as long as the page is looked at.
"use strict";

const PAUSE = 2000;

function again() {
  if (document.hidden) setTimeout(again, PAUSE);
  else location.reload();
}

setTimeout(again, PAUSE);
