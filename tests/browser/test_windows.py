"""A window of the browser that is used again shows nothing of its use before."""

from .phone import Phone

LEFT = """() => [sessionStorage.length, localStorage.length, document.cookie, window.name, innerWidth, history.length,
    ...["(prefers-color-scheme: dark)", "print", "(prefers-reduced-motion)"].map((each) => matchMedia(each).matches)]"""


def test_window_is_used_again_as_if_it_were_new_unless_something_stays(windows):
    used, found = [], []
    for _ in range(3):
        phone = Phone(windows, None, reduced_motion="reduce")
        page = phone.open("/login")
        used.append(page)
        found.append(page.evaluate(LEFT))
        page.evaluate("sessionStorage.kept = localStorage.kept = window.name = document.cookie = 'kept=x'")
        page.set_viewport_size({"width": 1000, "height": 600})
        page.emulate_media(color_scheme="dark", media="print", reduced_motion="no-preference")
        if len(used) == 2:
            page.context.set_offline(True)
        phone.assert_no_errors()

    assert found == [[0, 0, "", "", 390, 2, False, False, True]] * 3
    assert (used[1] is used[0], used[2] is used[0]) == (True, False)
