/** Joins parts of a path in a repository. Empty parts are skipped, so `''` stands for the root. */
export const joinPath = (...parts: readonly string[]): string => parts.filter(Boolean).join('/');
