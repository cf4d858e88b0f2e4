"""`.venv` contains the packages of the locks, even after an interrupted installation."""

import io
import shutil
import subprocess
import sys

import pytest

from local import ROOT, install

SLOW = """
import sys, time
from local import install

def slow(*names):
    print("begins", time.monotonic())
    time.sleep(0.3)
    print("ends", time.monotonic())

install.install = slow
install.main()
"""


def test_second_installer_waits():
    both = [subprocess.Popen([sys.executable, "-c", SLOW], cwd=ROOT, stdout=subprocess.PIPE, text=True)
            for _ in range(2)]
    lines = [line.split() for process in both for line in process.communicate()[0].splitlines()]
    order = [word for word, _ in sorted(lines, key=lambda line: float(line[1]))]
    assert order == ["begins", "ends", "begins", "ends"]


@pytest.fixture
def checkout(tmp_path):
    """A checkout with its own locks."""
    (tmp_path / "requirements.lock").write_text("pip\n")
    (tmp_path / "requirements-run.lock").write_text("-r requirements.lock\nserver\n")
    (tmp_path / "requirements-billing.lock").write_text("-r requirements.lock\nstripe\n")
    return tmp_path


@pytest.fixture
def done(checkout, monkeypatch):
    """A list of the installer's steps in the checkout, none of which is really performed."""
    done = []

    def make_venv():
        done.append("venv")
        (checkout / ".venv").mkdir(exist_ok=True)

    monkeypatch.setattr(install, "VENV", checkout / ".venv")
    monkeypatch.setattr(install, "STAMP", checkout / ".venv" / "installed")
    monkeypatch.setattr(install, "ROOT", checkout)
    monkeypatch.setattr(install, "make_venv", make_venv)
    monkeypatch.setattr(install, "venv_works", lambda: True)
    monkeypatch.setattr(install, "pip", lambda *arguments: done.append("pip"))
    install.install("run")
    assert done == ["venv", "pip"]
    done.clear()
    return done


def test_unchanged_requirements_are_not_installed_again(done):
    install.install("run")
    assert done == []


def test_what_is_asked_for_later_is_added_once(done):
    install.install("run", "billing")
    assert done == ["pip"]
    install.install("run")
    install.install("billing")
    assert done == ["pip"]


def test_changed_requirements_are_installed_once(done, checkout):
    (checkout / "requirements.lock").write_text("pip  # with a reason\n")
    install.install("run")
    install.install("run")
    assert done == ["pip"]


def test_an_interrupted_installation_is_repeated(done, checkout, monkeypatch):
    def interrupted(*arguments):
        raise KeyboardInterrupt

    (checkout / "requirements.lock").write_text("pip  # with a reason\n")
    with monkeypatch.context() as patch:
        patch.setattr(install, "pip", interrupted)
        with pytest.raises(KeyboardInterrupt):
            install.install("run")
    install.install("run")
    assert done == ["venv", "pip"]


def test_a_copied_checkout_gets_a_venv_of_its_own(done, checkout, monkeypatch):
    shutil.copytree(checkout / ".venv", checkout / "copy")
    monkeypatch.setattr(install, "VENV", checkout / "copy")
    monkeypatch.setattr(install, "STAMP", checkout / "copy" / "installed")
    install.install("run")
    assert done == ["venv", "pip"]


def test_a_venv_without_its_python_is_recreated(done, monkeypatch):
    monkeypatch.setattr(install, "venv_works", lambda: False)
    install.install("run")
    assert done == ["venv", "pip"]


def test_a_link_in_place_of_the_venv_is_replaced_and_its_target_stays(checkout, monkeypatch):
    other = checkout / "other"
    other.mkdir()
    (other / "kept").touch()
    (checkout / ".venv").symlink_to(other)
    monkeypatch.setattr(install, "VENV", checkout / ".venv")
    install.make_venv()
    assert (other / "kept").exists()
    assert (checkout / ".venv" / "bin" / "python").exists()


def test_the_steps_are_named(done, checkout, monkeypatch, capsys):
    monkeypatch.setattr(install, "venv_works", lambda: False)
    install.install("run", "billing")
    assert capsys.readouterr().out.splitlines()[-2:] == [
        "Step 1 of 5: making .venv", "Step 2 of 5: installing 3 packages; the first time this takes a minute"]


def test_pip_with_a_wrong_hash_is_refused(checkout, monkeypatch):
    monkeypatch.setattr(install, "VENV", checkout)
    monkeypatch.setattr(install.urllib.request, "urlopen", lambda *_, **__: io.BytesIO(b"something else"))
    with pytest.raises(SystemExit, match="not pip as its publisher made it"):
        install.fetch_pip()


def test_without_pip_and_network_it_exits_with_advice(checkout, monkeypatch):
    def unreachable(*_, **__):
        raise OSError("no route to host")

    monkeypatch.setattr(install, "VENV", checkout)
    monkeypatch.setattr(install.urllib.request, "urlopen", unreachable)
    with pytest.raises(SystemExit, match=r"no route to host(?s:.)*apt-get install python3-venv"):
        install.fetch_pip()
