import type { DocumentState } from './policy-reading.ts';

/** The state of a followed document, for metrics. */
export interface DocumentMeasure {
  /** Whether the document of the source is in force. */
  readonly isOk: boolean;
  /** Milliseconds since the epoch; `undefined` if none has been good yet. */
  readonly inForceSince?: number | undefined;
}

/** The measure of a state; `undefined` if no document is followed, and before the first check. */
export const measureDocument = (state: DocumentState | undefined): DocumentMeasure | undefined =>
  state === undefined || state.status === 'starting'
    ? undefined
    : { isOk: state.status === 'ok', inForceSince: state.inForceSince };

/** Combines the measures of the processes of a server: all are right only if each is, and the oldest document counts. */
export function mergeDocumentMeasures(all: readonly DocumentMeasure[]): DocumentMeasure {
  const times = all.flatMap(({ inForceSince }) => inForceSince ?? []);
  return {
    isOk: all.every(({ isOk }) => isOk),
    inForceSince: times.length === 0 ? undefined : Math.min(...times),
  };
}
