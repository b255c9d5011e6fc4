"""What runs in the reader's browser: JupyterLite, and Pyodide with our library. `extensions.running` leads there."""
