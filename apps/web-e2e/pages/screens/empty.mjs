// An empty page, to be put around a frame.
