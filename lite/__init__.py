"""What runs in the reader's browser: JupyterLite, Pyodide with our library, and the buttons that lead there."""
