/** Attributes of `<html>`; a variant may have its own. */
export const attributes = {};
