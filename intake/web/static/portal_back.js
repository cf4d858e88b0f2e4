// For a page that answers a form, such as one with errors: Back and reload open its address, and the browser does not
// ask whether to send the form again.
"use strict";

history.replaceState(history.state, "", location.href);
