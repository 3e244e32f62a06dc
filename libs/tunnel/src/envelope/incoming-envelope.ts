import type {
  Clock,
  ContentCoding,
  Decoder,
  Decoders,
  DecodingPause,
  EncodedCoding,
  EnvelopeScanner,
  PieceList,
  RateLimits,
} from '@adit/envelope';
import type { KnownLimits } from '../limits/known-limits.ts';
import type { RequestFailure } from '../outcome/outcomes.ts';
import type { Client } from '../request/clients.ts';
import type { Destination, Destinations } from '../request/destinations.ts';
import type { TunnelRequest } from '../request/tunnel-request.ts';
import type { EnvelopeBody } from './envelope-body.ts';
import type { Filtering } from './filtering.ts';
import type { Inventory } from './inventory.ts';
import type { EnvelopeJudge, EnvelopePolicy } from './policy.ts';
import type { LineScanner } from './line-scanner.ts';

/** The settings of the tunnel that affect how an envelope is read. */
export interface EnvelopeSettings {
  readonly destinations: Destinations;
  readonly knownLimits: KnownLimits;
  readonly clock: Clock;
  readonly decoders: Decoders;
  readonly policy: EnvelopePolicy | undefined;
  /** Whether the ingest at this origin does not know a coding, so the envelope has to be sent in another. */
  readonly isCodingRefused: (origin: string, coding: EncodedCoding) => boolean;
  /** The largest envelope, in bytes, as received and decoded. */
  readonly maxEnvelopeBytes: number;
  readonly bodyTimeoutMs: number;
}

/** A request whose head was accepted. Nothing of its body was read yet. */
export interface Arrived {
  readonly request: Pick<TunnelRequest, 'body' | 'header'>;
  /** The query, without its question mark. */
  readonly search: string;
  readonly client: Client;
  /** When it came in, in milliseconds since the epoch. */
  readonly receivedAt: number;
  /** `undefined` at the tunnel's own path. */
  readonly api: ApiArrival | undefined;
}

/** The parts of a request that only one at the API door has. */
export interface ApiArrival {
  /** The project in the path. */
  readonly project: string;
  /** The other envelopes of a request with several. */
  readonly others: readonly Arrived[];
}

/** The destination of an envelope, according to its header line. */
export interface EnvelopeRoute {
  readonly destination: Destination;
  /** `undefined` if the header names no event. */
  readonly eventId: string | undefined;
  /** The header's `sdk`, as it was parsed. */
  readonly sdk: unknown;
  /** The header's `trace`, as it was parsed. */
  readonly trace: unknown;
  /** The rate limits in force for its DSN; `undefined` for none. */
  readonly limits: RateLimits | undefined;
}

/** An envelope whose header line is not complete yet. */
export interface Unrouted {
  readonly stage: 'unrouted';
  readonly line: LineScanner;
}

/** An envelope whose header line was accepted, and whose items are read. */
export interface Routed {
  readonly stage: 'routed';
  readonly route: EnvelopeRoute;
  readonly scanner: EnvelopeScanner;
  readonly inventory: Inventory;
  /** `undefined` without a policy. */
  readonly judge: EnvelopeJudge | undefined;
  /**
   * Removes and changes items as the envelope streams; `undefined` if the envelope passes unchanged, or if that is done
   * once it is complete.
   */
  readonly filtering: Filtering | undefined;
  /** Whether the rules of a policy left nothing of a whole envelope. Written by `read-envelope`. */
  isEmptied: boolean;
}

/** An incoming envelope. Each field that changes is written by one module. */
export interface IncomingEnvelope {
  readonly settings: EnvelopeSettings;
  readonly arrived: Arrived;
  readonly coding: ContentCoding;
  readonly body: EnvelopeBody;
  /** Received bytes that were not taken yet. */
  readonly received: PieceList;
  /** `undefined` for a body without a content coding. Written by `decode-envelope` when it is opened. */
  decoding: Decoding | undefined;
  /** How far it was read. Written by `check-envelope` once the header line is complete. */
  progress: Unrouted | Routed;
  /** Whether all of it was read. Written by `read-envelope`. */
  isOver: boolean;
}

/** One read: the next pieces to send, a failure, or `undefined` at the end. */
export type EnvelopeRead = readonly Uint8Array[] | RequestFailure | undefined;

/** The route of the header line and the findings after it; `undefined` until the line is complete. */
export function routedOf(envelope: IncomingEnvelope | undefined): Routed | undefined {
  return envelope?.progress.stage === 'routed' ? envelope.progress : undefined;
}

/** The state of a body while its content coding is removed. Written by `decode-envelope`. */
export interface Decoding {
  readonly decoder: Decoder;
  readonly pause: DecodingPause;
  decodedBytes: number;
  failure: RequestFailure | undefined;
  /** An error that the host's request threw, to be rethrown outside the decoder. */
  thrown: { readonly error: unknown } | undefined;
  isBodyOver: boolean;
  isReleased: boolean;
  /** The decoding of the current chunk, which may take several pauses. */
  working: Promise<RequestFailure | undefined> | undefined;
}
