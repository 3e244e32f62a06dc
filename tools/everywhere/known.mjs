// What a runtime does otherwise than Node, where the library can do nothing or nothing sensible about it. These tests are not run
// there; they count as skipped, and the support table gives the reason.
export const KNOWN = [];
