// Reloads the visible page while a record is being erased.
"use strict";

const PAUSE = 2000;

function again() {
  if (document.hidden) setTimeout(again, PAUSE);
  else location.reload();
}

setTimeout(again, PAUSE);
