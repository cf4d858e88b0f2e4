// For a page that answers a form, such as one that says what is wrong: Back to it and a reload open its address, and no
// browser asks whether to send the form once more.
"use strict";

history.replaceState(history.state, "", location.href);
