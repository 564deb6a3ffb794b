"""The demo: a local messenger in the browser, invented firms, and suppliers that answer by themselves."""
