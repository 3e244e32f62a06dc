import type { DroppedItem, OutcomeDetail } from '../outcome/outcome-detail.ts';
import {
  createEnvelopeScanner,
  knownTypes,
  NEWLINE,
  parseEnvelopeHeader,
  plainEventId,
  sdkName,
  type EnvelopeHeader,
} from '@adit/envelope';
import type { Destination } from '../request/destinations.ts';

/** The sources of a {@link StoredDetail}. */
export interface StoredDetailOptions {
  /** `undefined` if its DSN is no longer configured. */
  readonly destination: Destination | undefined;
  /** The stored size of the envelope, in bytes. */
  readonly bytes: number;
  readonly durationMs: number;
  /** `undefined` if the envelope was not read. */
  readonly headerLine: Uint8Array | undefined;
  /** The types of its items, or the whole envelope to find them in. */
  readonly content: readonly string[] | Uint8Array;
}

const NONE: readonly never[] = [];

/** The {@link OutcomeDetail} of a stored envelope. */
export class StoredDetail implements OutcomeDetail {
  readonly #options: StoredDetailOptions;

  constructor(options: StoredDetailOptions) {
    this.#options = options;
  }

  get eventId(): string | undefined {
    const id = this.#header?.eventId;
    return id && plainEventId(id);
  }

  get project(): string | undefined {
    return this.#options.destination?.project;
  }

  get sdk(): string | undefined {
    return sdkName(this.#header?.sdk);
  }

  get itemTypes(): readonly string[] {
    const { content } = this.#options;
    return knownTypes(content instanceof Uint8Array ? typesIn(content) : content);
  }

  get bytes(): number {
    return this.#options.bytes;
  }

  get durationMs(): number {
    return this.#options.durationMs;
  }

  /** Limits are applied when an envelope is received. */
  get limited(): readonly DroppedItem[] {
    return NONE;
  }

  /** Rules judge an envelope when it is received. */
  get filtered(): readonly DroppedItem[] {
    return NONE;
  }

  get #header(): EnvelopeHeader | undefined {
    const { headerLine } = this.#options;
    return headerLine && parseEnvelopeHeader(headerLine);
  }
}

function typesIn(envelope: Uint8Array): readonly string[] {
  const types: string[] = [];
  const scanner = createEnvelopeScanner({
    onItem: ({ type }) => {
      types.push(type);
      return undefined;
    },
  });
  const newlineAt = envelope.indexOf(NEWLINE);
  if (newlineAt !== -1) scanner.push(envelope.subarray(newlineAt + 1));
  return types;
}
