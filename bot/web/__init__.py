"""The HTTP side: whether the bot is well, and the door for webhooks."""

# Where the processes of one machine put their counts; prometheus_client looks for it when it is imported.
SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
