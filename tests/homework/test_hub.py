"""A whole problem set through a real JupyterHub with homework/deploy/jupyterhub_config.py: a lecturer, two students.

The servers run under three accounts that exist only in a namespace of this test, so the machine's own accounts and
folders stay as they are, and no process outlives the test. It needs root for that, and skips, with the reason, without.
"""

import contextlib
import importlib.util
import json
import os
import pwd
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
NAMESPACE = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
ASKED = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # straight to this machine

SET = '''\
# %% [markdown]
# # Scores
# %% solution="score"
def score(w, x):
    """Return the score of x under the weights w."""
    ### BEGIN SOLUTION
    return sum(a * b for a, b in zip(w, x))
    ### END SOLUTION
# %% test="seen" points=1 book="halfspaces#scores"
assert score([1, 2], [3, 4]) == 11, "on (3, 4) under (1, 2) the score is 11"
# %% hidden="unseen" points=2 title="negative weights" book="halfspaces#scores"
assert score([-7, 2], [3, 4]) == -13, "a negative weight must count as negative"
# %% [markdown]
# What does a score of zero mean?
# %% [markdown] written="zero" points=3 book="halfspaces#scores"
# The point lies on the boundary.
'''
RIGHT = "def score(w, x):\n    return sum(a * b for a, b in zip(w, x))\n"
WRONG = """\
def score(w, x):
    return sum(abs(a) * b for a, b in zip(w, x))

import os
try:
    print("found", os.listdir({course!r}))
except OSError as error:
    print("found", type(error).__name__)
"""
SECRET = "score([-7, 2], [3, 4])"
MESSAGE = "a negative weight must count as negative"


def missing():
    """Return why this machine cannot run the test, and what would help; None if it can."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return "the hub starts servers under other accounts: run this test as root on Linux"
    if importlib.util.find_spec("jupyterhub") is None:
        return "JupyterHub is not installed: pip install jupyterhub"
    if not shutil.which("configurable-http-proxy"):
        return "JupyterHub's proxy is not on the PATH: npm install -g configurable-http-proxy"
    if not shutil.which("setpriv") or not shutil.which("unshare"):
        return "setpriv and unshare are not on the PATH: apt-get install util-linux"
    if (tried := subprocess.run([*NAMESPACE, "true"], capture_output=True, text=True)).returncode:
        return f"this container may not make namespaces, start it as privileged: {tried.stderr.strip()}"
    return None


def closed(path):
    """Return the highest folder above a path that other accounts may not pass, None if they may pass all."""
    return next((above for above in reversed(Path(path).parents) if not above.stat().st_mode & 0o001), None)


class Place:
    """A folder for a term, three accounts, and the way to run something in a namespace that has them."""

    def __init__(self, folder):
        self.folder, self.course, self.exchange = folder, folder / "course", folder / "exchange"
        taken = {entry.pw_uid for entry in pwd.getpwall()}
        free = iter(sorted(set(range(50_000, 60_000)) - taken))
        self.accounts = {name: next(free) for name in ("lecturer", "anna", "ben")}
        for file, line in (("passwd", "{0}:x:{1}:{1}::{2}/home/{0}:/bin/sh\n"), ("group", "{0}:x:{1}:\n")):
            lines = Path("/etc", file).read_text().splitlines(keepends=True)
            kept = [known for known in lines if known.split(":")[0] not in self.accounts]
            kept += [line.format(name, number, folder) for name, number in self.accounts.items()]
            (folder / file).write_text("".join(kept))
        for name, number in self.accounts.items():
            home = folder / "home" / name
            home.mkdir(parents=True)
            os.chown(home, number, number)
        self.setup = self._setup()

    def _setup(self):
        """Return the shell lines that put the accounts in place, and Python where these accounts can reach it."""
        lines = ["set -e", *(f"mount --bind {self.folder}/{file} /etc/{file}" for file in ("passwd", "group"))]
        needed = sorted({sys.base_prefix, sys.prefix, str(ROOT)})
        hidden = {path: top for path in needed if (top := closed(path))}
        for number, path in enumerate(hidden):
            stash = self.folder / "stash" / str(number)
            stash.mkdir(parents=True)
            lines.append(f"mount --bind {path} {stash}")
        lines += [f"mount -t tmpfs -o mode=755 none {top}" for top in dict.fromkeys(hidden.values())]
        for number, path in enumerate(hidden):
            lines.append(f"mkdir -p {path}; mount --bind {self.folder}/stash/{number} {path}")
        return "\n".join([*lines, 'exec "$@"'])

    def command(self, *words):
        return [*NAMESPACE, "sh", "-c", self.setup, "sh", *map(str, words)]

    def environment(self, user="root"):
        home = self.folder if user == "root" else self.folder / "home" / user
        path = os.pathsep.join([f"{sys.prefix}/bin", os.environ.get("PATH", os.defpath)])
        mine = {"PATH": path, "HOME": str(home), "LANG": "C.UTF-8"}
        mine |= {f"PERCEPTRON_{name.upper()}": str(self.folder / name) for name in ("course", "exchange", "hub")}
        if importlib.util.find_spec("jupyterhub_idle_culler"):
            mine["PERCEPTRON_CULL"] = "3600"
        return mine

    def run(self, user, *words, **extra):
        """Run a command as one of the accounts."""
        number = self.accounts[user]
        become = ["setpriv", f"--reuid={number}", f"--regid={number}", "--clear-groups"]
        return subprocess.run(
            self.command(*become, *words),
            env=self.environment(user) | extra,
            cwd=self.folder / "home" / user,
            capture_output=True,
            text=True,
            timeout=180,
        )


class Hub:
    """A running hub: requests that its users make."""

    def __init__(self, address, password):
        self.address, self.password, self.tokens = address, password, {}

    def ask(self, user, method, path, data=None, form=False):
        """Return the status and the text of an answer; ``user`` may be None."""
        headers = {"Authorization": f"token {self.tokens[user]}"} if user else {}
        encoded = data and (urllib.parse.urlencode(data) if form else json.dumps(data)).encode()
        headers["Content-Type"] = "application/x-www-form-urlencoded" if form else "application/json"
        request = urllib.request.Request(self.address + path, encoded, headers, method=method)
        try:
            with ASKED.open(request, timeout=180) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def log_in(self, user):
        """Let a user log in and start a server; the token has all the rights of the user, and no other."""
        mine = f"/hub/api/users/{user}"
        status, text = self.ask(None, "POST", f"{mine}/tokens", {"auth": {"username": user, "password": self.password}})
        assert status in (200, 201), text
        self.tokens[user] = json.loads(text)["token"]
        status, text = self.ask(user, "POST", f"{mine}/server", {})
        assert status in (201, 202), text

    def wait_for(self, user):
        """Wait until a user's server answers."""
        until = time.monotonic() + 120
        while not json.loads(self.ask(user, "GET", f"/hub/api/users/{user}")[1])["servers"].get("", {}).get("ready"):
            assert time.monotonic() < until, f"the server of {user} did not start"
            time.sleep(0.5)

    def do(self, user, method, path, data=None, form=False):
        """Return the answer of the user's own server, as JSON where it is; it must succeed."""
        status, text = self.ask(user, method, f"/user/{user}{path}", data, form)
        assert status < 300, f"{user}: {method} {path}: {status}\n{text}"
        answer = json.loads(text) if text.startswith(("{", "[")) else text
        if isinstance(answer, dict) and "success" in answer:
            assert answer["success"], f"{user}: {method} {path}:\n{text}"
        return answer


def free_ports(count):
    with contextlib.ExitStack() as stack:
        taken = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in taken:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in taken]


@contextlib.contextmanager
def running(place):
    """Start the hub, let the three log in, and end every process at the end."""
    password, (public, inner, proxy) = secrets.token_hex(16), free_ports(3)
    config = place.folder / "config.py"
    config.touch(0o600)
    config.write_text(
        f"""
load_subconfig({str(ROOT / "homework" / "deploy" / "jupyterhub_config.py")!r})
c = get_config()
c.JupyterHub.bind_url = "http://127.0.0.1:{public}"
c.JupyterHub.hub_bind_url = "http://127.0.0.1:{inner}"
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{proxy}"
c.JupyterHub.tornado_settings = {{"slow_spawn_timeout": 0}}  # so that the servers start side by side
c.JupyterHub.authenticator_class = "shared-password"
c.SharedPasswordAuthenticator.user_password = {password!r}
c.Authenticator.allowed_users = {set(place.accounts)!r}
"""
    )
    log = place.folder / "hub.log"
    with open(log, "w") as out:
        command = place.command(sys.executable, "-m", "jupyterhub", "-f", config)
        process = subprocess.Popen(command, env=place.environment(), cwd=place.folder, stdout=out, stderr=out)
    try:
        hub, until = Hub(f"http://127.0.0.1:{public}", password), time.monotonic() + 90
        while True:
            with contextlib.suppress(OSError):
                if hub.ask(None, "GET", "/hub/api/")[0] == 200:
                    break
            if process.poll() is not None or time.monotonic() > until:
                pytest.fail(f"the hub did not start:\n{log.read_text()[-5000:]}")
            time.sleep(0.3)
        for user in place.accounts:
            hub.log_in(user)
        for user in place.accounts:
            hub.wait_for(user)
        yield hub
    except BaseException:
        print(log.read_text()[-20000:])
        raise
    finally:
        process.kill()  # and with the first process of a namespace all others end
        process.wait()


def answer(hub, student, code, words):
    """Let a student fetch the set, work on it and hand it in."""
    one = {"course_id": "perceptron", "assignment_id": "scores"}
    hub.do(student, "POST", "/assignments/fetch", one, form=True)
    notebook = hub.do(student, "GET", "/api/contents/scores/scores.ipynb?content=1")["content"]
    for cell in notebook["cells"]:
        assert "-7" not in cell["source"]
        name = cell["metadata"].get("nbgrader", {}).get("grade_id")
        cell["source"] = {"score": code, "zero": words}.get(name, cell["source"])
    saved = {"type": "notebook", "format": "json", "content": notebook}
    hub.do(student, "PUT", "/api/contents/scores/scores.ipynb", saved)
    hub.do(student, "POST", "/assignments/submit", one, form=True)


def mark(hub, student, points, comment):
    """Let the lecturer mark an answer in words, through what the formgrader's page asks."""
    (notebook,) = hub.do("lecturer", "GET", f"/formgrader/api/student_notebook_submissions/{student}/scores")
    for what, given in (
        ("grade", {"manual_score": points, "extra_credit": 0}),
        ("comment", {"manual_comment": comment}),
    ):
        found = hub.do("lecturer", "GET", f"/formgrader/api/{what}s?submission_id={notebook['id']}")
        (number,) = (one["id"] for one in found if one["name"] == "zero")
        hub.do("lecturer", "PUT", f"/formgrader/api/{what}/{number}", given)


def page_of(hub, student):
    """Return the feedback that a student gets."""
    one = {"course_id": "perceptron", "assignment_id": "scores"}
    hub.do(student, "POST", "/assignments/fetch_feedback", one, form=True)
    (folder,) = hub.do(student, "GET", "/api/contents/scores/feedback?content=1")["content"]
    page = hub.do(
        student, "GET", f"/api/contents/{urllib.parse.quote(folder['path'])}/scores.html?content=1&format=text"
    )
    return page["content"]


@pytest.fixture(scope="module")
def term():
    """A term: one set, two students, marks and feedback."""
    if reason := missing():
        pytest.skip(reason)
    with tempfile.TemporaryDirectory(prefix="perceptron-hub-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)
        place = Place(folder)
        place.course.mkdir(0o700)
        (sets := place.course / "sets").mkdir()
        (sets / "scores.py").write_text(SET)
        for path in (place.course, sets, sets / "scores.py"):
            os.chown(path, place.accounts["lecturer"], -1)
        release = f"from homework.course import Course; Course({str(place.course)!r}).release('scores', {str(sets)!r})"
        made = place.run("lecturer", sys.executable, "-c", release, PYTHONPATH=str(ROOT))
        assert made.returncode == 0, made.stderr
        check = "from homework.execute import sandbox_works; print(sandbox_works())"
        sandbox = place.run("lecturer", sys.executable, "-c", check, PYTHONPATH=str(ROOT)).stdout.strip() == "True"

        with running(place) as hub:
            hub.do("lecturer", "POST", "/formgrader/api/assignment/scores/release", {})
            answer(hub, "anna", RIGHT, "The point lies on the boundary.")
            answer(hub, "ben", WRONG.format(course=str(place.course)), "Nothing.")
            hub.do("lecturer", "POST", "/formgrader/api/assignment/scores/collect", {})
            for student in ("anna", "ben"):
                hub.do("lecturer", "POST", f"/formgrader/api/submission/scores/{student}/autograde", {})
            mark(hub, "anna", 3, "Well said.")
            mark(hub, "ben", 1, "Draw the line and look at it.")
            hub.do("lecturer", "POST", "/formgrader/api/assignment/scores/generate_feedback", {})
            hub.do("lecturer", "POST", "/formgrader/api/assignment/scores/release_feedback", {})
            pages = {student: page_of(hub, student) for student in ("anna", "ben")}
            yield SimpleNamespace(place=place, hub=hub, pages=pages, sandbox=sandbox)


def test_the_grades_are_those_of_the_tests_and_the_lecturer(term):
    submissions = term.hub.do("lecturer", "GET", "/formgrader/api/submissions/scores")
    grades = {one["student"]: (one["score"], one["max_score"], one["needs_manual_grade"]) for one in submissions}
    assert grades == {"anna": (6, 6, False), "ben": (2, 6, False)}


def test_the_feedback_tells_what_failed_and_not_how_it_was_tested(term):
    assert MESSAGE in term.pages["ben"]
    assert MESSAGE not in term.pages["anna"]
    for page in term.pages.values():
        assert SECRET not in page
        assert "-13" not in page
        assert "hidden" in page


def test_the_feedback_has_the_marks_and_comments_of_the_lecturer(term):
    assert "Well said." in term.pages["anna"]
    assert "Well said." not in term.pages["ben"]
    assert "Draw the line and look at it." in term.pages["ben"]


def test_a_submission_that_is_graded_does_not_see_the_course(term):
    if not term.sandbox:
        pytest.skip("the lecturer's account may not make bubblewrap's sandbox: apt-get install bubblewrap")
    assert "found FileNotFoundError" in term.pages["ben"]


@pytest.mark.parametrize("path", ["", "/lab", "/api/contents", "/formgrader", "/formgrader/api/submissions/scores"])
def test_a_student_reaches_no_server_of_others(term, path):
    for other in ("lecturer", "anna"):
        assert term.hub.ask("ben", "GET", f"/user/{other}{path}")[0] in (403, 404)
    assert term.hub.ask(None, "GET", f"/user/lecturer{path}")[0] in (200, 403, 404)


def test_a_student_cannot_act_for_others_on_the_hub(term):
    assert term.hub.ask("ben", "GET", "/hub/api/users")[0] == 403
    assert term.hub.ask("ben", "DELETE", "/hub/api/users/anna/server")[0] in (403, 404)
    assert term.hub.ask("ben", "POST", "/hub/api/users/lecturer/tokens", {})[0] in (403, 404)


def test_only_the_lecturer_has_the_formgrader(term):
    assert term.hub.do("lecturer", "GET", "/formgrader/api/status") == {"status": True}
    assert "formgrader" in term.hub.do("lecturer", "GET", "/formgrader")
    for student in ("anna", "ben"):
        for path in ("/formgrader", "/formgrader/api/status", "/formgrader/api/submissions/scores"):
            assert term.hub.ask(student, "GET", f"/user/{student}{path}")[0] == 404
        page = term.hub.do(student, "GET", "/lab")
        off = json.loads(page.split('id="jupyter-config-data"')[1].split(">", 1)[1].split("</script>")[0])
        for part in ("formgrader", "create-assignment", "course-list"):
            assert f"@jupyter/nbgrader:{part}" in off["disabledExtensions"]


@pytest.mark.parametrize(
    "words",
    [
        "ls {course}",
        "cat {course}/gradebook.db",
        "cat {course}/source/scores/scores.ipynb",
        "ls {exchange}/perceptron/inbound",
        "ls {exchange}/perceptron/feedback",
        "ls {home}/anna",
        "ls {home}/lecturer",
        "ls {hub}/state",
        "mv {exchange}/perceptron {exchange}/mine",
        "mkdir {exchange}/perceptron/mine",
        "cp /etc/hostname {exchange}/perceptron/outbound/scores/scores.ipynb",
    ],
)
def test_a_student_cannot_read_or_change_what_is_not_theirs(term, words):
    folder = term.place.folder
    names = {
        "course": term.place.course,
        "exchange": term.place.exchange,
        "home": folder / "home",
        "hub": folder / "hub",
    }
    tried = term.place.run("ben", *words.format(**names).split(), LANG="C")
    assert tried.returncode != 0, tried.stdout
    assert any(text in tried.stderr for text in ("Permission denied", "Operation not permitted")), tried.stderr


def test_the_values_for_kubernetes_can_be_read_and_so_can_the_programs_in_them():
    values = yaml.safe_load((ROOT / "homework" / "deploy" / "values.yaml").read_text())
    assert set(values) == {"hub", "singleuser", "cull"}
    for name, program in values["hub"]["extraConfig"].items():
        compile(program, name, "exec")
    for name, file in values["singleuser"]["extraFiles"].items():
        assert file["mountPath"].startswith(values["singleuser"]["extraEnv"]["JUPYTER_CONFIG_PATH"])
        compile(file.get("stringData", ""), name, "exec")


def test_kubernetes_and_one_machine_switch_off_the_same_for_students():
    values = yaml.safe_load((ROOT / "homework" / "deploy" / "values.yaml").read_text())
    config = (ROOT / "homework" / "deploy" / "jupyterhub_config.py").read_text()
    files = values["singleuser"]["extraFiles"]
    for part in files["lab"]["data"]["disabledExtensions"]:
        assert f'"{part.removeprefix("@jupyter/nbgrader:")}"' in config
    for part in files["server"]["data"]["ServerApp"]["jpserver_extensions"]:
        assert f'"{part.removeprefix("nbgrader.server_extensions.")}"' in config
