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
  type Routed,
} from './incoming-envelope.ts';
import { filteredBy, judgeItem, type JudgedItem } from './judge-item.ts';
import { createLineScanner } from './line-scanner.ts';

const NO_MORE = Promise.resolve(undefined);
const NO_PIECES: readonly Uint8Array[] = [];
const NO_LIMITS: RateLimits = [];
const NO_TYPES: ReadonlySet<string> = new Set();
const NEWLINE_BYTES = Uint8Array.of(NEWLINE);

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

/** Whether the rules of a policy left no item of a complete envelope. */
export function isEmptied(envelope: IncomingEnvelope): boolean {
  const routed = routedOf(envelope);
  return routed?.isEmptied === true || routed?.filtering?.droppedAllBy() === 'filtered_events';
}

/** Whether items are removed or changed while the envelope streams: it may become shorter. */
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
  const { clock, policy } = envelope.settings;
  const types = policy?.types ?? NO_TYPES;
  if (routed === undefined || staysWhole(routed, types)) return [bytes];
  const kept = keepItems(bytes, routed, { nowMs: clock.now(), types });
  return isFailure(kept) ? kept : [kept];
}

/** Whether no limit is in force, and the policy changes nothing and reads no item. */
const staysWhole = ({ route, judge, inventory }: Routed, types: ReadonlySet<string>): boolean =>
  route.limits === undefined &&
  (judge === undefined ||
    (judge.header === undefined && !inventory.noted.some(({ facts }) => types.has(facts.type))));

/**
 * Removes limited items from a complete, checked envelope, and has the policy judge the others. Its event may be anywhere
 * in it.
 * @returns the bytes to send, or the refusal if limits left no item
 */
function keepItems(
  bytes: Uint8Array,
  routed: Routed,
  { nowMs, types }: { readonly nowMs: number; readonly types: ReadonlySet<string> },
): Uint8Array | Refusal {
  const { route, inventory, judge } = routed;
  const { noted } = inventory;
  const limits = route.limits ?? NO_LIMITS;
  const judged = ({ item, facts, end }: (typeof noted)[number]): JudgedItem | undefined =>
    judge !== undefined && types.has(facts.type)
      ? judgeItem(judge.judge, item, bytes.subarray(item.start, end), facts.bytes)
      : undefined;
  const event = noted.find(({ facts }) => createsEvent(facts));
  const eventVerdict = event && judged(event);
  const guard = createItemGuard({
    limits,
    nowMs,
    event: event?.facts,
    eventReason: eventVerdict && filteredBy(eventVerdict),
  });
  const header = judge?.header;
  const lineEnd = bytes.indexOf(NEWLINE) + 1;
  const kept = header === undefined ? [bytes.subarray(0, lineEnd)] : [header, NEWLINE_BYTES];
  let isChanged = header !== undefined;
  for (const found of noted) {
    const { facts, item, end } = found;
    let verdict: JudgedItem | undefined;
    if (guard.keep(facts)) {
      verdict = found === event ? eventVerdict : judged(found);
      const reason = verdict && filteredBy(verdict);
      if (reason !== undefined) guard.drop(facts, reason);
      else kept.push(verdict?.bytes ?? bytes.subarray(item.start, end));
      isChanged ||= verdict?.isChanged === true;
    }
    inventory.count(facts, guard.reason(), verdict?.parts);
  }
  if (!guard.hasDropped() && !isChanged) return bytes;
  const emptiedBy = guard.droppedAllBy();
  if (emptiedBy === 'rate_limited_events') return refusal('rate-limited');
  routed.isEmptied = emptiedBy !== undefined;
  return concatBytes(kept);
}

/** Takes nothing before the header line is complete: only then is it known which bytes are sent. */
function takePieces(envelope: IncomingEnvelope): readonly Uint8Array[] {
  const routed = routedOf(envelope);
  if (routed === undefined) return NO_PIECES;
  const { filtering } = routed;
  if (filtering?.decide(isRestFree(envelope, routed) ? 'over' : 'early') === false) return NO_PIECES;
  const asReceived = envelope.received.take();
  return filtering?.take() ?? asReceived;
}

/** Whether the envelope is over, or the rest of the body is one item that no policy reads. */
function isRestFree({ isOver, body, settings }: IncomingEnvelope, { inventory }: Routed): boolean {
  const { open } = inventory;
  if (isOver || open?.length === undefined) return isOver;
  const end = open.payloadStart + open.length;
  // A newline may follow.
  return settings.policy?.types.has(open.type) === false && end + 1 >= (body.declaredBytes ?? Infinity);
}
