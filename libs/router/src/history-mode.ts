/** `push` adds a history entry, `replace` replaces the current one. */
export type HistoryMode = 'push' | 'replace';
