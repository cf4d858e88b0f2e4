"""A client's phone: 390 pixels wide, with a touch screen, and watched for errors."""

import json
import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from .windows import PATIENCE

_PHONE, _DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
_LIGHT_DESK, _DARK_PHONE = (_DESK, "light"), (_PHONE, "dark")
_RULES = {"runOnly": {"type": "tag", "values": [
    "wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]},
    # Without axe's further data about each element, and without waits for the frames, in which it is not loaded.
    "resultTypes": ["violations"], "selectors": False, "iframes": False, "preload": False,
    "rules": {"color-contrast": {"enabled": False}, "target-size": {"enabled": False}}}
_AXE = re.sub(r"[^\x00-\x7f]", lambda letter: f"\\u{ord(letter[0]):04x}", Axe().axe_script) + ";0"
"""axe-core, without an answer and with plain letters only: seven others would make Chromium copy twice as much."""
_KNOWS_AXE = """(() => {
    if (!("axe" in window)) (0, eval)(localStorage.axe);
    return "axe" in window;
})()"""
"""Loads axe-core from the window's storage: sending half a megabyte to each page takes longer than running it."""

_LOOKS = """(names) => {
    const all = (selector) => [...document.querySelectorAll(selector)], root = document.documentElement;
    const faint = () => {
        const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
        const known = new Map();
        const rgba = (color) => {
            if (!known.has(color)) {
                canvas.clearRect(0, 0, 1, 1);
                canvas.fillStyle = color;
                canvas.fillRect(0, 0, 1, 1);
                const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
                known.set(color, [red, green, blue, alpha / 255]);
            }
            return known.get(color);
        };
        const over = ([r, g, b, alpha], below) => [r, g, b].map((each, n) => each * alpha + below[n] * (1 - alpha));
        const ground = (each) => {
            if (!each) return [255, 255, 255];
            const color = rgba(getComputedStyle(each).backgroundColor);
            return color[3] === 1 ? color.slice(0, 3) : over(color, ground(each.parentElement));
        };
        const light = (color) => color.map((each) => each / 255)
            .map((each) => each <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4)
            .reduce((sum, each, n) => sum + each * [0.2126, 0.7152, 0.0722][n], 0);
        const opacity = (each) => each ? getComputedStyle(each).opacity * opacity(each.parentElement) : 1;
        const isRead = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true })
            && !each.closest("svg, .unseen, :disabled, [aria-disabled=true], label:has(:disabled)")
            && (each.matches("input, select, textarea") || each.alt && each.complete && !each.naturalWidth
                || [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
        return all("body *").filter(isRead).filter((each) => {
            const { color, fontSize, fontWeight } = getComputedStyle(each), below = ground(each);
            const [red, green, blue, alpha] = rgba(color);
            const seen = over([red, green, blue, alpha * opacity(each)], below);
            const [dark, bright] = [light(seen), light(below)].sort((one, other) => one - other);
            const least = parseFloat(fontSize) >= (fontWeight >= 700 ? 18.66 : 24) ? 3 : 4.5;
            return (bright + 0.05) / (dark + 0.05) < least;
        }).map((each) => `too faint: ${each.outerHTML.slice(0, 160)}`);
    };
    const looks = {
        enlarging: () => all("input, select, textarea")
            .filter((each) => matchMedia("(hover: none)").matches && !each.readOnly && each.checkVisibility())
            .filter((each) => !["checkbox", "radio", "file"].includes(each.type))
            .filter((each) => parseFloat(getComputedStyle(each).fontSize) < 16)
            .map((each) => `${each.id || each.name} enlarges the page`),
        wide: () => root.scrollWidth <= root.clientWidth ? []
            : [`${root.scrollWidth} pixels do not fit ${root.clientWidth}`],
        small: () => all("a, button, summary, .button")
            .filter((each) => each.offsetParent && !each.matches(".skip, .unseen"))
            .map((each) => [each.textContent.trim(), each.getBoundingClientRect()])
            .filter(([, box]) => box.height < 44 || box.width < 44).map(([text]) => text),
        faint,
        close: () => {
            const near = (box, x, y) => Math.hypot(Math.max(box.left - x, 0, x - box.right),
                                                   Math.max(box.top - y, 0, y - box.bottom));
            const over = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0
                && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0;
            const targets = all("a, button, input, select, summary, textarea, [role], [tabindex]")
                .filter((each) => each.tabIndex >= 0 && each.checkVisibility({ visibilityProperty: true }))
                .filter((each) => !each.matches(".unseen") && (getComputedStyle(each).display !== "inline"
                    || [...each.parentElement.childNodes].every((node) => node.nodeType !== 3 || !node.data.trim())))
                .map((each) => [each, each.getBoundingClientRect()]);
            return [targets.some(([each, box]) => targets.some(([other, its]) => {
                if (each.contains(other) || other.contains(each)) return false;
                if (box.width >= 24 && box.height >= 24) return over(box, its);
                const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
                return near(its, x, y) < 12 || (its.width < 24 || its.height < 24)
                    && Math.hypot(x - (its.left + its.right) / 2, y - (its.top + its.bottom) / 2) < 24;
            }))];
        },
    };
    return names.flatMap((name) => looks[name]());
}"""
"""Looks for fields at which an iPhone would zoom in and stay so (those with letters below 16 pixels), for what is wider
than the screen, for controls that are hard to hit with a finger, and for texts with less contrast than WCAG wants.
axe-core's rule for contrast, which also knows what lies over what, takes longer than its hundred others together, and
that for the size of targets twice as long: it runs only where small ones are close, or one is over another.
"""

expect.set_options(timeout=PATIENCE)


class Phone:
    """`phone.open("/p/…")`, then `phone.page` is Playwright's page."""

    def __init__(self, windows, artifacts, language="en", **options):
        self._windows, self._artifacts = windows, artifacts
        self._window = windows.open(locale={"en": "en-US", "es": "es-ES"}[language], **(
            {"viewport": _PHONE, "device_scale_factor": 2, "has_touch": True, "is_mobile": True} | options))
        self.context, self.page, self.complaints = self._window.context, self._window.page, self._window.complaints
        self._way = None

    def open(self, address):
        """Open the address and return the page."""
        self.page.goto(address)
        return self.page

    def item(self, document):
        """The card of a document request."""
        return self.page.locator(f"#{document.id}")

    def hand_in(self, document, name, body, content_type="application/pdf", way="choose"):
        """Choose a file for a document request, or with `way="photo"` take a photo, which is sent unchanged."""
        item = self.item(document)
        item.locator(f".{way} input").set_input_files({"name": name, "mimeType": content_type, "buffer": body})
        if content_type.startswith("image/") and item.get_attribute("data-pages") is not None:
            item.locator(".paging .send").click()

    def sees(self, document, state):
        """Wait until the item is in this state."""
        expect(self.item(document)).to_have_class(re.compile(rf"^item {state}\b"))

    def said(self, text):
        """Wait until the text for screen readers contains this."""
        expect(self.page.locator("#live")).to_contain_text(text)

    def listen(self):
        """Let each page that is opened from now on keep the statuses that a screen reader says, for `heard`."""
        self.page.add_init_script("""new MutationObserver((all) => all.forEach(({ target }) => {
            if (target.ariaHidden || !target.closest("[role=status]")) return;
            const { dataset } = document.documentElement;
            dataset.heard = [dataset.heard, target.textContent].filter(Boolean).join(" | ");
        })).observe(document, { attributeFilter: ["aria-hidden"], subtree: true })""")

    def heard(self, texts):
        """Wait until a screen reader has said these statuses of the page."""
        expect(self.page.locator("html")).to_have_attribute("data-heard", texts)

    def keep(self, name, whole=True):
        """Keep a screenshot of the whole page, or of the visible part, if they are wanted."""
        if self._artifacts:
            self.page.wait_for_load_state()  # while it loads, Chromium may fail, or miss the buttons from then on
            # By CSS's pixels: with all that a phone has, the pictures would take as long as some of the tests.
            self.page.screenshot(path=self._artifacts / f"{name}.png", full_page=whole, scale="css")

    def violations(self, *parts):
        """Return the accessibility violations of the page or of these parts, one per line, and what is too wide or too
        faint.
        """
        close, *seen = self._seen("close", "enlarging", "wide", "faint")
        return seen + self._found(parts or ("html",), _RULES | {"rules": _RULES["rules"] | {
            "target-size": {"enabled": close}}})

    def problems(self, name, touched=True):
        """Return the violations of the page at a desk in light colors, and what is too wide, too faint or, if it is
        touched, too small on a phone in dark ones. Keep screenshots of both.

        The page is shown first as the previous one was last: turning it takes as long as opening it.
        """
        found = []
        for way in sorted((_LIGHT_DESK, _DARK_PHONE), key=lambda way: way != self._way):
            self._show(way)
            if way == _LIGHT_DESK:
                found += self.violations()
            else:
                found += self._seen("enlarging", "wide", "faint", *["small"] * touched)
            self.keep(f"{name}-{'desk' if way == _LIGHT_DESK else 'phone'}")
        return found

    def _show(self, way):
        if way != self._way:
            self._way, (size, scheme) = way, way
            self.page.set_viewport_size(size)
            self.page.emulate_media(color_scheme=scheme)

    def too_faint(self):
        """Return the texts that are hard to read."""
        return self._seen("faint")

    def too_faint_for_axe(self):
        """Return the same by axe-core's own rule."""
        return self._found(("html",), _RULES | {"runOnly": ["color-contrast"], "rules": {}})

    def too_wide(self):
        """Return how much wider the page is than the screen; None if it fits."""
        return next(iter(self._seen("wide")), None)

    def too_small(self):
        """Return the controls that are hard to hit with a finger."""
        return self._seen("small")

    def _seen(self, *names):
        self.page.wait_for_load_state()
        return self.page.evaluate(_LOOKS, names)

    def _found(self, parts, rules):
        self.page.wait_for_load_state()
        # Playwright's own `evaluate` takes twice as long for half a megabyte, and the pages forbid it to load scripts.
        if not self._window.evaluate(_KNOWS_AXE):
            self._window.evaluate(f"localStorage.axe = {json.dumps(_AXE)}; null")
            assert self._window.evaluate(_KNOWS_AXE)
        return self.page.evaluate("""([parts, rules]) => axe.run(parts, rules).then(({ violations }) =>
            violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`)))""",
            [{"include": [[part] for part in parts]}, rules])

    def assert_no_errors(self):
        """Assert that no error has occurred."""
        self._windows.put_back(self._window)
        assert not self.complaints, self.complaints
