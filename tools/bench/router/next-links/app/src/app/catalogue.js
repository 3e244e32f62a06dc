export const LINK_COUNT = 500;
