// A separate file, because the bridge needs nothing else of the keeper.

/** The storage key of what the visitor typed on a page that is loaded again. */
export const INPUT_KEY = 'adit-input';
