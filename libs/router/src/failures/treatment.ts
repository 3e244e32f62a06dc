import type { FailureKind } from './classify-failure.ts';

/** What to do about a failure. */
export type Treatment =
  /** Reload the page, if the breaker allows it; otherwise show the screen. */
  | 'reload-once'
  /** Offer to reload the page, and leave the moment to the visitor. */
  | 'ask'
  /** Show that there is no network, and go on when it is back. */
  | 'wait-for-network'
  /** Throw it on to the boundary that it is meant for. */
  | 'rethrow'
  /** Show nothing. */
  | 'ignore'
  /** Show the screen of a server error, with its digest. */
  | 'show-server-screen'
  /** Show the screen of an error in the page. */
  | 'show-screen';

/** Options of {@link treatmentOf}. */
export interface TreatmentOptions {
  /** Whether a reload would lose what the visitor has typed. Default `false`. */
  readonly hasUnsavedInput?: boolean | undefined;
}

const TREATMENTS: Readonly<Record<FailureKind, Treatment>> = {
  'missing-chunk': 'reload-once',
  'broken-data': 'reload-once',
  // The action has not run, so what the visitor typed is still to be sent: a reload would lose it.
  skew: 'ask',
  // A full page load would end on the browser's own error page.
  offline: 'wait-for-network',
  'control-flow': 'rethrow',
  cancelled: 'ignore',
  server: 'show-server-screen',
  client: 'show-screen',
};

/** Returns what to do about a kind of failure. */
export function treatmentOf(
  kind: FailureKind,
  { hasUnsavedInput = false }: TreatmentOptions = {},
): Treatment {
  const treatment = TREATMENTS[kind];
  return treatment === 'reload-once' && hasUnsavedInput ? 'ask' : treatment;
}
