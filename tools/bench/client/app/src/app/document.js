/** Attributes of `<html>`; a variant may replace them. */
export const attributes = {};

/** Wraps the content of the body; a variant may replace it. */
export const Root = ({ children }) => children;
