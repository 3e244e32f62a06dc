/** One step of a simulation. What cannot be done at that moment is left out. */
export type Step =
  /** A replica stores an envelope. */
  | { readonly kind: 'append'; readonly replica: number; readonly dsn: number; readonly bytes: number }
  /** Redis runs the oldest command of a replica: the answer arrives, is on its way for a while, or comes too late. */
  | { readonly kind: 'run'; readonly replica: number; readonly answer: 'arrives' | 'waits' | 'is late' }
  | { readonly kind: 'arrive'; readonly replica: number }
  /** The oldest command takes too long. Redis runs it later. */
  | { readonly kind: 'give up'; readonly replica: number }
  /** The connection breaks. What Redis has not run yet it runs later, or never. */
  | { readonly kind: 'cut'; readonly replica: number; readonly isSent: boolean }
  | { readonly kind: 'run late'; readonly pick: number }
  | { readonly kind: 'ingest answers'; readonly replica: number }
  | { readonly kind: 'ingest'; readonly isUp: boolean }
  /** Everything under way gets on. */
  | { readonly kind: 'calm'; readonly rounds: number }
  | { readonly kind: 'pass'; readonly byMs: number }
  | { readonly kind: 'pause' | 'resume' | 'kill'; readonly replica: number }
  | { readonly kind: 'close'; readonly replica: number; readonly isPatient: boolean }
  /** Redis fails over to one that was not told of the leases yet. */
  | { readonly kind: 'lose leases' }
  | { readonly kind: 'flush scripts' };
