import type { Clock } from '../clock/clock.ts';
import type { ItemGuard } from '../limits/item-guard.ts';
import type { KnownLimits } from '../limits/known-limits.ts';
import type { SeenItemsKeeper } from '../limits/seen-items.ts';
import type { RequestFailure } from '../outcome/outcomes.ts';
import type { PieceList } from '../protocol/bytes.ts';
import type { ContentCoding } from '../protocol/content-encoding.ts';
import type { EnvelopeItem } from '../protocol/envelope.ts';
import type { ClientDiscard } from '../protocol/read-client-report.ts';
import type { ItemFacts } from '../protocol/item-rules.ts';
import type { EnvelopeScanner } from '../protocol/envelope.ts';
import type { Client } from '../request/clients.ts';
import type { Destinations } from '../request/destinations.ts';
import type { Decoder, Decoders } from './decoder.ts';
import type { DecodingPause } from './decoding-pause.ts';
import type { EnvelopeBody } from './envelope-body.ts';
import type { LineScanner } from './line-scanner.ts';
import type { EnvelopeRoute } from './route-envelope.ts';

/** The settings of the tunnel that reading an envelope depends on. */
export interface EnvelopeSettings {
  readonly destinations: Destinations;
  readonly knownLimits: KnownLimits;
  readonly clock: Clock;
  readonly decoders: Decoders;
  /** The largest envelope, in bytes, as received and decoded. */
  readonly maxEnvelopeBytes: number;
  readonly bodyTimeoutMs: number;
}

/** The state of one envelope on its way in. Each step of reading is a function over it. */
export interface IncomingEnvelope {
  readonly settings: EnvelopeSettings;
  /** The query of the request, without its question mark. */
  readonly search: string;
  readonly header: (name: string) => string | undefined;
  readonly client: Client;
  readonly coding: ContentCoding;
  /** When the request came in, in milliseconds since the epoch. */
  readonly receivedAt: number;
  readonly body: EnvelopeBody;
  /** `undefined` for a body without a content coding. */
  decoding: Decoding | undefined;

  readonly headerLine: LineScanner;
  /** `undefined` until the header line is complete. */
  route: EnvelopeRoute | undefined;
  /** Follows the items; `undefined` until the header line is complete. */
  scanner: EnvelopeScanner | undefined;
  /** Drops limited items as the envelope streams; `undefined` if it passes unchanged. */
  guard: ItemGuard | undefined;
  /** Counts the items that were read to their end, as they are reported if they are dropped. */
  readonly items: SeenItemsKeeper;
  /** The item whose payload is read. */
  openItem: EnvelopeItem | undefined;
  /** The items of a whole envelope that a limit may drop. Empty if no limit is in force. */
  readonly limitable: LimitableItem[];
  /** The first types of its items, each once, in the client's words. */
  readonly itemTypes: string[];
  /** What the SDK's own client reports say, as far as they were read in passing. */
  clientDiscards: readonly ClientDiscard[];

  /** Bytes as received that were not taken yet. */
  readonly received: PieceList;
  /** Bytes that the guard has kept and that were not taken yet. */
  readonly kept: PieceList;
  keptBytes: number;
  /** Whether the whole envelope came in one piece. */
  isWhole: boolean;
  /** Whether all of it was read. */
  isOver: boolean;
}

/** An item of a whole envelope, and where it stands: its header line, its payload and the newline after that, if any. */
export interface LimitableItem {
  readonly facts: ItemFacts;
  readonly start: number;
  readonly end: number;
}

/** The state of a body while its content coding is removed. */
export interface Decoding {
  readonly decoder: Decoder;
  readonly pause: DecodingPause;
  decodedBytes: number;
  failure: RequestFailure | undefined;
  /** An error thrown by the host's request, to be thrown again outside the decoder. */
  thrown: { readonly error: unknown } | undefined;
  isBodyOver: boolean;
  isReleased: boolean;
  /** Decodes the current chunk, which may take several pauses. */
  working: Promise<RequestFailure | undefined> | undefined;
}
