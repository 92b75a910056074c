"""The page for clicking tiles, and everything else that answers in JSON over HTTP or in a browser."""
