import {
  concatBytes,
  createPieceList,
  createsEvent,
  NEWLINE,
  parseContentEncoding,
  parseContentLength,
  type RateLimits,
} from '@adit/envelope';
import { createItemGuard } from '../limits/item-guard.ts';
import { isFailure, refusal, type Refusal } from '../outcome/outcomes.ts';
import { checkBytes, checkEnd } from './check-envelope.ts';
import { readDecoded, releaseDecoding, startDecoding } from './decode-envelope.ts';
import { bodyFailure, openBody, readBody, releaseBody } from './envelope-body.ts';
import {
  routedOf,
  type Arrived,
  type EnvelopeRead,
  type EnvelopeSettings,
  type IncomingEnvelope,
} from './incoming-envelope.ts';
import type { Inventory } from './inventory.ts';
import { createLineScanner } from './line-scanner.ts';

const NO_MORE = Promise.resolve(undefined);
const NO_PIECES: readonly Uint8Array[] = [];

/** Opens the envelope in a request body without reading it. Refuses a content coding that cannot be decoded. */
export function openEnvelope(settings: EnvelopeSettings, arrived: Arrived): IncomingEnvelope | Refusal {
  const { header, body } = arrived.request;
  const coding = parseContentEncoding(header('content-encoding'));
  if (coding === undefined) return refusal('encoding-unsupported');
  const envelope: IncomingEnvelope = {
    settings,
    arrived,
    coding,
    body: openBody({
      source: body,
      declaredBytes: parseContentLength(header('content-length')),
      maxBytes: settings.maxEnvelopeBytes,
      timeoutMs: settings.bodyTimeoutMs,
      clock: settings.clock,
    }),
    received: createPieceList(),
    decoding: undefined,
    progress: { stage: 'unrouted', line: createLineScanner() },
    isOver: false,
  };
  return coding === 'identity' || startDecoding(envelope, coding)
    ? envelope
    : refusal('encoding-unsupported');
}

/**
 * Reads and checks the next bytes. They are returned as received. If limits drop items while the envelope streams, they
 * are returned decoded and without those items. The list is empty until the header line is complete, and until it is
 * known whether a coded envelope loses an item. If the body announced its length, the last bytes are returned only
 * after the whole envelope is checked. Never rejects, except with an error of the host's request.
 */
export function readEnvelope(envelope: IncomingEnvelope): Promise<EnvelopeRead> {
  const { isOver, decoding, body } = envelope;
  if (isOver) return NO_MORE;
  if (decoding === undefined) return readBody(body).then((chunk) => checkChunk(envelope, chunk));
  return readDecoded(envelope, decoding).then(({ read, isOver: isDone }) => {
    envelope.isOver = isDone;
    return read;
  });
}

/** Stops reading and frees the body and its decoder. */
export function releaseEnvelope(envelope: IncomingEnvelope): void {
  releaseDecoding(envelope);
  releaseBody(envelope.body);
}

/** Whether limited items are removed while the envelope streams: it may become shorter. */
export function isFiltered(envelope: IncomingEnvelope): boolean {
  return routedOf(envelope)?.filtering?.isOn === true;
}

function checkChunk(envelope: IncomingEnvelope, chunk: Uint8Array | undefined): EnvelopeRead {
  const { body, received } = envelope;
  envelope.isOver = chunk === undefined || body.end === 'complete';
  if (chunk === undefined) return bodyFailure(body) ?? checkEnd(envelope) ?? takePieces(envelope);
  const isWhole = envelope.isOver && body.receivedBytes === chunk.byteLength;
  const failure = checkBytes(envelope, chunk, isWhole) ?? (envelope.isOver ? checkEnd(envelope) : undefined);
  if (failure !== undefined) return failure;
  if (isWhole) return takeWhole(envelope, chunk);
  received.push(chunk);
  return takePieces(envelope);
}

function takeWhole(envelope: IncomingEnvelope, bytes: Uint8Array): EnvelopeRead {
  const routed = routedOf(envelope);
  const limits = routed?.route.limits;
  if (routed === undefined || limits === undefined) return [bytes];
  const limited = applyLimits(bytes, routed.inventory, { limits, nowMs: envelope.settings.clock.now() });
  return isFailure(limited) ? limited : [limited];
}

/**
 * Removes the limited items from a complete, checked envelope. Its event may be anywhere in it.
 * @returns the bytes to send, or the refusal if no item is left
 */
function applyLimits(
  bytes: Uint8Array,
  inventory: Inventory,
  { limits, nowMs }: { readonly limits: RateLimits; readonly nowMs: number },
): Uint8Array | Refusal {
  const { noted } = inventory;
  const event = noted.find(({ facts }) => createsEvent(facts))?.facts;
  const guard = createItemGuard({ limits, nowMs, event });
  const kept = [bytes.subarray(0, bytes.indexOf(NEWLINE) + 1)];
  for (const { facts, start, end } of noted) {
    if (guard.keep(facts)) kept.push(bytes.subarray(start, end));
    inventory.count(facts, guard.reason());
  }
  if (!guard.hasDropped()) return bytes;
  return guard.hasDroppedAll() ? refusal('rate-limited') : concatBytes(kept);
}

/** Takes nothing before the header line is complete: only then is it known which bytes are sent. */
function takePieces(envelope: IncomingEnvelope): readonly Uint8Array[] {
  const routed = routedOf(envelope);
  if (routed === undefined) return NO_PIECES;
  const asReceived = envelope.received.take();
  return routed.filtering?.take() ?? asReceived;
}
