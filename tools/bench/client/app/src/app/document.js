/** Attributes of `<html>`; a variant may have its own. */
export const attributes = {};

/** Around what the body holds; a variant may have its own. */
export const Root = ({ children }) => children;
