import { concatBytes, createPieceList } from '../protocol/bytes.ts';
import { NEWLINE } from '../protocol/envelope-header.ts';
import { createItemFilter } from '../protocol/envelope.ts';
import type { RateLimits } from '../protocol/rate-limits.ts';
import type { Admission } from './admit-header.ts';
import type { DecodedSink, Decoder } from './decoder.ts';
import { createDecodingPause } from './decoding-pause.ts';
import { stopOf, type EnvelopeBody } from './envelope-body.ts';
import { createEnvelopeGate, type EnvelopeGate } from './envelope-gate.ts';
import { createItemGuard } from '../limits/item-guard.ts';
import { refusal, type Stop } from '../outcome/outcomes.ts';
import { createSeenItems, type SeenItems } from '../limits/seen-items.ts';

/** An envelope on its way in, looked at on the side. */
export interface Intake {
  /**
   * The next bytes to send on: as received, or, where limits are in force, decoded and without the items they drop. An
   * empty list while it is not known which; `undefined` at the end. Never rejects; a stop is final. Where the body
   * announced its length, its last bytes come only when the envelope is found sound.
   */
  readonly next: () => Promise<readonly Uint8Array[] | Stop | undefined>;
  /** Whether there is nothing more to come. */
  readonly isOver: () => boolean;
  /** What the header line came to; `undefined` until it is through. */
  readonly admission: () => Admission | undefined;
  /** The items seen to their end. */
  readonly items: () => SeenItems;
  /** Whether items are looked for to be dropped as it streams: what comes out is decoded then, and may be shorter. */
  readonly isFiltered: () => boolean;
  /** Frees what decoding holds; nothing may be read any more. */
  readonly release: () => void;
}

/** What an intake is made of. */
export interface IntakeOptions {
  readonly body: EnvelopeBody;
  readonly admit: (line: Uint8Array) => Admission | Stop;
  readonly now: () => number;
}

/** What taking a content coding off needs besides. */
export interface DecodedIntakeOptions extends IntakeOptions {
  readonly createDecoder: (sink: DecodedSink) => Decoder | undefined;
  /** The most a body may decode to, in bytes. */
  readonly maxDecodedBytes: number;
}

const NO_MORE = Promise.resolve(undefined);
const NO_PIECES: readonly Uint8Array[] = [];

/** Creates the {@link Intake} of a body without a content coding. */
export function createPlainIntake({ body, admit, now }: IntakeOptions): Intake {
  const received = createPieceList();
  const kept = createPieceList();
  let isOver = false;
  let isWhole = false;
  const gate = createEnvelopeGate({
    admit,
    now,
    // A copy, as a short stretch would keep its whole chunk in memory.
    onKept: (bytes) => kept.push(new Uint8Array(bytes)),
    isWhole: () => isWhole,
  });
  let { items } = gate;

  const finishWhole = (envelope: Uint8Array): readonly Uint8Array[] | Stop => {
    isOver = true;
    const stop = gate.push(envelope) ?? gate.finish();
    if (stop !== undefined) return stop;
    const limits = gate.admission()?.limits;
    if (limits === undefined) return [envelope];
    const applied = applyLimits(envelope, gate, { limits, nowMs: now() });
    if (applied === undefined) return [envelope];
    items = applied.items;
    return applied.isAllDropped ? refusal('rate-limited') : [applied.envelope];
  };

  /** Until the header line is through, it is not known whether what was received is what comes out. */
  const takePieces = (): readonly Uint8Array[] => {
    if (gate.admission() === undefined) return NO_PIECES;
    return (gate.guard() === undefined ? received : kept).take();
  };

  const accept = (chunk: Uint8Array | undefined): readonly Uint8Array[] | Stop | undefined => {
    if (chunk === undefined) {
      isOver = true;
      return stopOf(body) ?? gate.finish() ?? takePieces();
    }
    // A body that came in one piece is decided on as a whole: it does not matter then where in it the event stands.
    isWhole = body.end() === 'complete' && body.receivedBytes() === chunk.byteLength;
    if (isWhole) return finishWhole(chunk);
    received.push(chunk);
    isOver = body.end() === 'complete';
    return gate.push(chunk) ?? (isOver ? gate.finish() : undefined) ?? takePieces();
  };

  return {
    next: () => (isOver ? NO_MORE : body.read().then(accept)),
    isOver: () => isOver,
    admission: gate.admission,
    items: () => items,
    isFiltered: () => gate.guard() !== undefined,
    release: () => undefined,
  };
}

interface AppliedLimits {
  /** What is left. */
  readonly envelope: Uint8Array;
  readonly items: SeenItems;
  readonly isAllDropped: boolean;
}

/** Leaves out what the limits drop of a sound envelope; `undefined` if they drop nothing. */
function applyLimits(
  envelope: Uint8Array,
  { event }: Pick<EnvelopeGate, 'event'>,
  { limits, nowMs }: { readonly limits: RateLimits; readonly nowMs: number },
): AppliedLimits | undefined {
  const items = createSeenItems();
  const guard = createItemGuard({ limits, nowMs, event: event() });
  const firstItem = envelope.indexOf(NEWLINE) + 1;
  const kept = [envelope.subarray(0, firstItem)];
  const filter = createItemFilter({
    offset: firstItem,
    keep: guard.keep,
    onBytes: (bytes) => kept.push(bytes),
    onItemEnd: (item, bytes) => {
      items.add({ ...item, bytes }, guard.reason());
      return undefined;
    },
  });
  filter.push(envelope.subarray(firstItem));
  filter.finish();
  if (!guard.hasDropped()) return undefined;
  return { envelope: concatBytes(kept), items, isAllDropped: guard.hasDroppedAll() };
}

/** The most of a coded body that is looked at for the header line, in bytes: empty blocks could go on for ever. */
const MAX_CODED_HEADER_BYTES = 262_144;

/** Where limits are applied inside, decoding waits once this much is ready to be sent, in bytes. */
const MAX_KEPT_BYTES = 65_536;

/**
 * Creates the {@link Intake} of a body with a content coding: it is decoded on the side, and what was received is what
 * comes out. Only where limits are in force does the decoded envelope come out, without what they drop.
 * @returns `undefined` where the coding cannot be read here
 */
export function createDecodedIntake({
  body,
  admit,
  now,
  createDecoder,
  maxDecodedBytes,
}: DecodedIntakeOptions): Intake | undefined {
  const received = createPieceList();
  const kept = createPieceList();
  let keptBytes = 0;
  let decodedBytes = 0;
  let stop: Stop | undefined;
  const pause = createDecodingPause();
  let fault: { readonly error: unknown } | undefined;
  const gate = createEnvelopeGate({
    admit,
    now,
    onKept: (bytes) => {
      keptBytes += bytes.byteLength;
      kept.push(new Uint8Array(bytes));
    },
    isWhole: () => false,
  });

  const look = (plain: Uint8Array): boolean | Promise<boolean> => {
    decodedBytes += plain.byteLength;
    if (stop === undefined && decodedBytes > maxDecodedBytes) stop = refusal('envelope-too-large');
    stop ??= gate.push(plain);
    if (stop !== undefined) return false;
    return keptBytes < MAX_KEPT_BYTES || pause.begin();
  };
  const decoder = createDecoder((plain) => {
    try {
      return fault === undefined && look(plain);
    } catch (error) {
      // What the host's request throws is none of the decoder's business.
      fault = { error };
      return false;
    }
  });
  if (decoder === undefined) return undefined;

  const decode = async (step: Promise<void>): Promise<Stop | undefined> => {
    try {
      await step;
    } catch {
      // Whatever a decoder fails with, the body is not what its coding says.
      stop ??= refusal('encoding-invalid');
    }
    if (fault !== undefined) throw fault.error;
    return stop;
  };

  const takePieces = (): readonly Uint8Array[] | Stop => {
    if (gate.admission() === undefined) {
      return body.receivedBytes() > MAX_CODED_HEADER_BYTES ? refusal('header-too-long') : NO_PIECES;
    }
    keptBytes = 0;
    return (gate.guard() === undefined ? received : kept).take();
  };

  let isBodyOver = false;
  let isOver = false;
  let isReleased = false;

  const work = async (chunk: Uint8Array | undefined): Promise<Stop | undefined> => {
    if (chunk !== undefined) {
      received.push(chunk);
      const pushStop = await decode(decoder.push(chunk));
      if (pushStop !== undefined || !isBodyOver) return pushStop;
    }
    return (await decode(decoder.finish())) ?? gate.finish();
  };
  const begin = async (): Promise<Stop | undefined> => {
    const chunk = await body.read();
    isBodyOver = chunk === undefined || body.end() === 'complete';
    return (chunk === undefined ? stopOf(body) : undefined) ?? work(chunk);
  };

  /** What the last chunk comes to; it may take several pauses. */
  let working: Promise<Stop | undefined> | undefined;
  return {
    next: async () => {
      if (isOver) return undefined;
      pause.end(true);
      working ??= begin();
      const result = await pause.orResult(working);
      if (result === 'paused') return takePieces();
      working = undefined;
      isOver = isBodyOver;
      return result.value ?? takePieces();
    },
    isOver: () => isOver,
    admission: gate.admission,
    items: () => gate.items,
    isFiltered: () => gate.guard() !== undefined,
    release: () => {
      if (isReleased) return;
      isReleased = true;
      pause.end(false);
      decoder.cancel();
    },
  };
}
