import { createPieceList } from '../protocol/bytes.ts';
import { parseContentEncoding } from '../protocol/content-encoding.ts';
import { parseContentLength } from '../protocol/content-length.ts';
import { createSeenItems } from '../limits/seen-items.ts';
import { isFailure, refusal, type Refusal, type RequestFailure } from '../outcome/outcomes.ts';
import type { Client } from '../request/clients.ts';
import type { TunnelRequest } from '../request/tunnel-request.ts';
import { applyLimits } from './apply-limits.ts';
import { checkBytes, checkEnd } from './check-envelope.ts';
import { readDecoded, releaseDecoding, startDecoding } from './decode-envelope.ts';
import { bodyFailure, openBody, readBody, releaseBody } from './envelope-body.ts';
import type { EnvelopeSettings, IncomingEnvelope } from './incoming-envelope.ts';
import { createLineScanner } from './line-scanner.ts';

/** One read: the next pieces to send, a failure, or `undefined` at the end. */
export type EnvelopeRead = readonly Uint8Array[] | RequestFailure | undefined;

/** A request whose head was accepted. */
export interface AcceptedRequest {
  readonly request: Pick<TunnelRequest, 'body' | 'header'>;
  readonly search: string;
  readonly client: Client;
  readonly receivedAt: number;
}

const NO_MORE = Promise.resolve(undefined);
const NO_DISCARDS: IncomingEnvelope['clientDiscards'] = [];
const NO_PIECES: readonly Uint8Array[] = [];

/** Opens the envelope in a request's body. Nothing is read yet. Refuses a content coding that cannot be decoded. */
export function openEnvelope(
  settings: EnvelopeSettings,
  { request, search, client, receivedAt }: AcceptedRequest,
): IncomingEnvelope | Refusal {
  const { header } = request;
  const coding = parseContentEncoding(header('content-encoding'));
  if (coding === undefined) return refusal('encoding-unsupported');
  const envelope: IncomingEnvelope = {
    settings,
    search,
    header,
    client,
    coding,
    receivedAt,
    body: openBody({
      source: request.body,
      declaredBytes: parseContentLength(header('content-length')),
      maxBytes: settings.maxEnvelopeBytes,
      timeoutMs: settings.bodyTimeoutMs,
      clock: settings.clock,
    }),
    decoding: undefined,
    headerLine: createLineScanner(),
    route: undefined,
    scanner: undefined,
    guard: undefined,
    items: createSeenItems(),
    openItem: undefined,
    limitable: [],
    itemTypes: [],
    clientDiscards: NO_DISCARDS,
    received: createPieceList(),
    kept: createPieceList(),
    keptBytes: 0,
    isWhole: false,
    isOver: false,
  };
  if (coding === 'identity' || startDecoding(envelope, coding)) return envelope;
  return refusal('encoding-unsupported');
}

/**
 * Reads and checks the next bytes. They come out as received. If limits drop items while the envelope streams, they come
 * out decoded and without those items. The list is empty until the header line is complete. If the body announced its
 * length, the last bytes come out only once the whole envelope is checked. Never rejects, except with what the host's
 * request throws.
 */
export function readEnvelope(envelope: IncomingEnvelope): Promise<EnvelopeRead> {
  if (envelope.isOver) return NO_MORE;
  if (envelope.decoding !== undefined) return readDecoded(envelope, envelope.decoding);
  return readBody(envelope.body).then((chunk) => checkChunk(envelope, chunk));
}

/** Stops reading and frees the body and its decoder. */
export function releaseEnvelope(envelope: IncomingEnvelope): void {
  releaseDecoding(envelope);
  releaseBody(envelope.body);
}

/** Whether limited items are removed as the envelope streams: it is sent decoded then, and may become shorter. */
export function isFiltered({ guard }: IncomingEnvelope): boolean {
  return guard !== undefined;
}

function checkChunk(envelope: IncomingEnvelope, chunk: Uint8Array | undefined): EnvelopeRead {
  const { body } = envelope;
  if (chunk === undefined) {
    envelope.isOver = true;
    return bodyFailure(body) ?? checkEnd(envelope) ?? takePieces(envelope);
  }
  envelope.isOver = body.end === 'complete';
  envelope.isWhole = envelope.isOver && body.receivedBytes === chunk.byteLength;
  if (envelope.isWhole) return checkWhole(envelope, chunk);
  envelope.received.push(chunk);
  return (
    checkBytes(envelope, chunk) ?? (envelope.isOver ? checkEnd(envelope) : undefined) ?? takePieces(envelope)
  );
}

function checkWhole(envelope: IncomingEnvelope, bytes: Uint8Array): EnvelopeRead {
  const failure = checkBytes(envelope, bytes) ?? checkEnd(envelope);
  if (failure !== undefined) return failure;
  const limits = envelope.route?.limits;
  if (limits === undefined) return [bytes];
  const limited = applyLimits(envelope, limits, bytes);
  return isFailure(limited) ? limited : [limited];
}

/** Takes nothing before the header line is complete: only then is it known which bytes are sent. */
function takePieces({ route, guard, received, kept }: IncomingEnvelope): readonly Uint8Array[] {
  if (route === undefined) return NO_PIECES;
  return (guard === undefined ? received : kept).take();
}
