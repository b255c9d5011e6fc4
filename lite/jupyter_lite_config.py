"""How JupyterLite is built: with the extensions that the notebooks need, and nothing else that happens to be there."""

import sys
from pathlib import Path

EXTENSIONS = [
    "@jupyter-widgets/jupyterlab-manager",
    "@jupyterlite/pyodide-kernel-extension",
    "anywidget",
    "jupyterlab-myst",
]

c = get_config()  # type: ignore[name-defined]  # noqa: F821  (traitlets defines it)
c.LiteBuildConfig.ignore_sys_prefix = ["federated_extensions"]
c.LiteBuildConfig.federated_extensions = [
    str(Path(sys.prefix, "share", "jupyter", "labextensions", extension)) for extension in EXTENSIONS
]
c.LiteBuildConfig.no_sourcemaps = True
c.LiteBuildConfig.no_unused_shared_packages = True
