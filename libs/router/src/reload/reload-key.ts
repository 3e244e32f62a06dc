// A separate file, because the first load needs nothing else of the marks.

/** The storage key of a tab's marks, also their prefix in the tab's name, and the name of `reloadOnce` in the window. */
export const RELOAD_KEY = 'adit-reload';
