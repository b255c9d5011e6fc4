"""JupyterHub for this course on one machine, where everybody has an account: ``jupyterhub -f`` this file, as root.

Every user's server runs under the user's own account, so the system's permissions keep students apart. The lecturer's
server opens with nbgrader's formgrader; the students' servers have no formgrader. The Littlest JupyterHub can load this
file too, and keeps its own way of logging in. In the environment:

========================  ==========================================================================================
``PERCEPTRON_LECTURER``   the lecturer's name on the hub (default: lecturer)
``PERCEPTRON_STUDENTS``   the group of the accounts that may log in as students (default: students)
``PERCEPTRON_COURSE``     the course folder, the lecturer's alone (default: /srv/perceptron/course)
``PERCEPTRON_EXCHANGE``   where sets, submissions and feedback change hands (default: /srv/perceptron/exchange)
``PERCEPTRON_HUB``        the hub's own files, root's alone (default: /srv/perceptron/hub)
``PERCEPTRON_CULL``       seconds after which an idle server is stopped, with jupyterhub-idle-culler (default: never)
========================  ==========================================================================================

``PERCEPTRON_DB`` and ``PERCEPTRON_BOOK`` (see homework/course.py) are handed to the lecturer's server alone.
"""

import json
import os
import pwd
import sys
from contextlib import suppress
from pathlib import Path

from jupyterhub.spawner import Spawner

c = get_config()  # type: ignore[name-defined]  # noqa: F821  # JupyterHub provides it
LECTURER = os.environ.get("PERCEPTRON_LECTURER", "lecturer")
LITTLEST = "tljh" in sys.modules  # The Littlest JupyterHub has loaded this file
ACCOUNT = f"jupyter-{LECTURER}" if LITTLEST else LECTURER
COURSE, EXCHANGE, HUB = (
    Path(os.environ.get(f"PERCEPTRON_{name.upper()}", f"/srv/perceptron/{name}"))
    for name in ("course", "exchange", "hub")
)
ROOT = Path(__file__).resolve().parents[2]


def folder(path: Path, mode: int, owner: str = "root") -> None:
    """Make a folder if it is not there, and see to it that it has this owner and these permissions."""
    path.mkdir(parents=True, exist_ok=True)
    os.chown(path, pwd.getpwnam(owner).pw_uid, -1)
    path.chmod(mode)


folder(COURSE, 0o700, ACCOUNT)
folder(HUB, 0o711)
# nbgrader wants all to write here. The 1 in front keeps the students from moving each other's
# folders, or the course's, away.
folder(EXCHANGE, 0o1777)
folder(EXCHANGE / "perceptron", 0o755, ACCOUNT)  # before a student could make it

# What Jupyter and nbgrader read on the students' servers.
STUDENTS = HUB / "students"
HIDDEN = ["formgrader", "create-assignment", "course-list"]
folder(STUDENTS / "labconfig", 0o755)
folder(STUDENTS, 0o755)
(STUDENTS / "nbgrader_config.py").write_text(
    f"c = get_config()\nc.CourseDirectory.course_id = 'perceptron'\nc.Exchange.root = {str(EXCHANGE)!r}\n"
)
(STUDENTS / "jupyter_server_config.json").write_text(
    json.dumps(
        {
            "ServerApp": {
                "jpserver_extensions": {
                    f"nbgrader.server_extensions.{name}": False for name in ("formgrader", "course_list")
                }
            }
        }
    )
)
(STUDENTS / "labconfig" / "page_config.json").write_text(
    json.dumps({"disabledExtensions": {f"@jupyter/nbgrader:{name}": True for name in HIDDEN}})
)
for file in STUDENTS.rglob("*.*"):
    file.chmod(0o644)


def prepare(spawner: Spawner) -> None:
    """Set a user's server up for its role, just before it starts."""
    with suppress(KeyError, FileNotFoundError):  # The Littlest JupyterHub's accounts have other names and closed homes
        account = pwd.getpwnam(spawner.user.name)
        if os.stat(account.pw_dir).st_uid == account.pw_uid:
            os.chmod(account.pw_dir, 0o700)
    if spawner.user.name != LECTURER:
        spawner.environment = spawner.environment | {"JUPYTER_CONFIG_PATH": str(STUDENTS)}
        return
    ours = {name: os.environ[name] for name in ("PERCEPTRON_DB", "PERCEPTRON_BOOK") if name in os.environ}
    ours |= {"PERCEPTRON_EXCHANGE": str(EXCHANGE), "PYTHONPATH": str(ROOT)}
    ours |= {"JUPYTER_CONFIG_PATH": str(COURSE)}  # with the settings that `python -m homework release` left there
    spawner.environment = spawner.environment | ours
    spawner.notebook_dir, spawner.default_url = str(COURSE), "/formgrader"


c.Spawner.pre_spawn_hook = prepare
c.Spawner.default_url = "/lab"

if not LITTLEST:
    c.PAMAuthenticator.allowed_users = {LECTURER}
    c.PAMAuthenticator.allowed_groups = {os.environ.get("PERCEPTRON_STUDENTS", "students")}
    c.JupyterHub.bind_url = "http://127.0.0.1:8000"  # a web server in front of it does HTTPS
    folder(HUB / "state", 0o700)
    c.JupyterHub.db_url = f"sqlite:///{HUB}/state/jupyterhub.sqlite"
    c.JupyterHub.cookie_secret_file = str(HUB / "state" / "cookie_secret")
    c.ConfigurableHTTPProxy.pid_file = str(HUB / "state" / "proxy.pid")

if seconds := os.environ.get("PERCEPTRON_CULL"):
    culler = [sys.executable, "-m", "jupyterhub_idle_culler", f"--timeout={seconds}"]
    c.JupyterHub.services.append({"name": "culler", "command": culler})
    scopes = ["list:users", "read:users:activity", "read:servers", "delete:servers"]
    c.JupyterHub.load_roles.append({"name": "culler", "services": ["culler"], "scopes": scopes})
