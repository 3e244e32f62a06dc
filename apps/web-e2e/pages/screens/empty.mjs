// A page with nothing of its own: what is around a frame.
