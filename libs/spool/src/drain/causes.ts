/** A new envelope that the tunnel failed to deliver. */
export interface NewFailure {
  readonly dsn: string;
  /** As it is stored with the envelope. */
  readonly receivedAt: number;
  /** Whether the connection failed. */
  readonly isConnection: boolean;
}

/**
 * The reason why the drain dropped a stored envelope: it was too old; ingest refused it; it kept failing while ingest
 * accepted others; an operator dropped it.
 */
export type GiveUpCause = 'expired' | 'refused' | 'failing' | 'dropped';
