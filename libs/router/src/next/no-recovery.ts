/** Replaces `recovery.tsx` in the browser: only a server writes the recovery into a document. */
export function useRecovery(): void {
  // Nothing to write.
}
