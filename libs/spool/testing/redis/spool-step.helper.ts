/** One step of a simulation. A step that is impossible at its time is skipped. */
export type Step =
  /** A replica stores an envelope. */
  | { readonly kind: 'append'; readonly replica: number; readonly dsn: number; readonly bytes: number }
  /** Redis runs the oldest command of a replica: the answer arrives, is delayed, or comes too late. */
  | { readonly kind: 'run'; readonly replica: number; readonly answer: 'arrives' | 'waits' | 'is late' }
  | { readonly kind: 'arrive'; readonly replica: number }
  /** The oldest command takes too long. Redis runs it later. */
  | { readonly kind: 'give up'; readonly replica: number }
  /** The connection breaks. Redis runs the remaining commands later, or never. */
  | { readonly kind: 'cut'; readonly replica: number; readonly isSent: boolean }
  | { readonly kind: 'run late'; readonly pick: number }
  | { readonly kind: 'ingest answers'; readonly replica: number }
  | { readonly kind: 'ingest'; readonly isUp: boolean }
  /** Everything under way continues. */
  | { readonly kind: 'calm'; readonly rounds: number }
  | { readonly kind: 'pass'; readonly byMs: number }
  | { readonly kind: 'pause' | 'resume' | 'kill'; readonly replica: number }
  | { readonly kind: 'close'; readonly replica: number; readonly isPatient: boolean }
  /** Redis fails over to a node that has not received the leases yet. */
  | { readonly kind: 'lose leases' }
  | { readonly kind: 'flush scripts' };
