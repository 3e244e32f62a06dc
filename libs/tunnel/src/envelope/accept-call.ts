import { withoutInternal, wrapEvent, wrapReports, type ApiCall } from '@adit/envelope';
import { findApiDestination } from '../request/api-destination.ts';
import type { TunnelRequest } from '../request/tunnel-request.ts';
import { isFailure, refusal, type RefusalReason, type RequestFailure } from '../outcome/outcomes.ts';
import type { ApiArrival, Arrived, EnvelopeSettings } from './incoming-envelope.ts';
import { readPlainBody } from './read-body.ts';
import { WholeBody } from './whole-body.ts';

/** Relay's `max_event_size`, for events and reports. */
const MAX_EVENT_BYTES = 1_048_576;

/** No further envelopes. */
export const NO_OTHERS: readonly Arrived[] = [];

/**
 * Accepts a request at the API door. Bodies of `/store/` and `/security/` are converted to envelopes, and then handled
 * as such.
 */
export function acceptCall(
  settings: EnvelopeSettings,
  { endpoint, project }: ApiCall,
  { request, search, client, receivedAt }: Omit<Arrived, 'api'>,
): Arrived | RequestFailure | Promise<Arrived | RequestFailure> {
  const accepted = {
    request,
    search,
    client: { ...client, forwardedFor: withoutInternal(client.forwardedFor) },
    receivedAt,
    api: { project, others: NO_OTHERS },
  };
  return endpoint === 'envelope' ? accepted : acceptBody(settings, endpoint, accepted);
}

async function acceptBody(
  settings: EnvelopeSettings,
  endpoint: 'store' | 'security',
  accepted: Arrived & { readonly api: ApiArrival },
): Promise<Arrived | RequestFailure> {
  const {
    request,
    search,
    api: { project },
  } = accepted;
  const { destinations, maxEnvelopeBytes } = settings;
  const destination = findApiDestination(destinations, { project, header: request.header, search });
  if (isFailure(destination)) return destination;
  const maxBytes = Math.min(maxEnvelopeBytes, MAX_EVENT_BYTES);
  const body = await (endpoint === 'store' ? readEvent : readPlainBody)(settings, request, maxBytes);
  if (isFailure(body)) return body;
  const envelopes = wrap(endpoint, body, search);
  if (typeof envelopes === 'string') return refusal(envelopes);
  const [first, ...others] = envelopes.map((bytes) => ({
    ...accepted,
    request: { body: new WholeBody(bytes), header: headerOf(request.header, bytes) },
  }));
  return first === undefined ? refusal('body-empty') : { ...first, api: { project, others } };
}

/**
 * Reads an event. Very old SDKs send it as base64 of a zlib stream without naming a coding; Relay also accepts that at
 * `/store/`.
 */
async function readEvent(
  settings: EnvelopeSettings,
  request: Pick<TunnelRequest, 'body' | 'header'>,
  maxBytes: number,
): Promise<Uint8Array | RequestFailure> {
  const body = await readPlainBody(settings, request, maxBytes);
  if (isFailure(body)) return body;
  const packed = decodeBase64(body);
  if (packed === undefined) return body;
  const header: TunnelRequest['header'] = (name) => (name === 'content-encoding' ? 'deflate' : undefined);
  return readPlainBody(settings, { body: new WholeBody(packed), header }, maxBytes);
}

/** Decodes base64; `undefined` if it is not base64, which JSON never is. */
function decodeBase64(body: Uint8Array): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(new TextDecoder().decode(body)), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function wrap(
  endpoint: 'store' | 'security',
  body: Uint8Array,
  search: string,
): readonly Uint8Array[] | RefusalReason {
  if (endpoint === 'security') return wrapReports(body, search, newId);
  const envelope = wrapEvent(body, newId);
  return envelope === undefined ? 'event-malformed' : [envelope];
}

/** The request header with the length and the coding of the converted envelope. */
function headerOf(header: TunnelRequest['header'], { byteLength }: Uint8Array): TunnelRequest['header'] {
  return (name) => {
    if (name === 'content-length') return String(byteLength);
    if (name === 'content-encoding') return undefined;
    const value = header(name);
    // `null` names no origin, and ingest might treat it as one that is not allowed.
    return name === 'origin' && value === 'null' ? undefined : value;
  };
}

/** Creates an event id, as Relay does. */
function newId(): string {
  return crypto.randomUUID().replaceAll('-', '');
}
