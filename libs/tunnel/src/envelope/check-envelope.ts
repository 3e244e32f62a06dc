import {
  compareQuery,
  createEnvelopeScanner,
  createItemFilter,
  dsnIdentity,
  parseDsn,
  parseEnvelopeHeader,
  type RateLimits,
} from '@adit/envelope';
import { limitsInForce } from '../limits/known-limits.ts';
import { isFailure, itemRefusal, refusal, type Refusal, type RequestFailure } from '../outcome/outcomes.ts';
import { findApiDestination } from '../request/api-destination.ts';
import { THIS_PROCESS } from '../request/clients.ts';
import type { Destination, Destinations } from '../request/destinations.ts';
import { Filtering } from './filtering.ts';
import type { EnvelopeRoute, IncomingEnvelope, Routed } from './incoming-envelope.ts';
import { Inventory } from './inventory.ts';

const NO_LIMITS: RateLimits = [];

const NEWLINE_BYTES = Uint8Array.of(0x0a);

/**
 * Checks the next decoded bytes of an envelope: its header line, then its items. A failure is final.
 * @param isWhole whether they are the whole envelope
 */
export function checkBytes(
  envelope: IncomingEnvelope,
  plain: Uint8Array,
  isWhole = false,
): RequestFailure | undefined {
  const { progress } = envelope;
  if (progress.stage === 'routed') return scan(progress, plain);
  const found = progress.line.push(plain);
  if (found === undefined || isFailure(found)) return found;
  const { line, restFrom } = found;
  const whole = isWhole ? plain : undefined;
  const routed = beginItems(envelope, { line, offset: line.length + 1, whole });
  if (isFailure(routed)) return routed;
  return restFrom === plain.length ? undefined : scan(routed, plain.subarray(restFrom));
}

/** Checks that an envelope may end here. */
export function checkEnd(envelope: IncomingEnvelope): RequestFailure | undefined {
  const { progress } = envelope;
  if (progress.stage === 'routed') {
    const fault = progress.scanner.finish();
    if (fault !== undefined) return itemRefusal(fault);
    return progress.filtering?.droppedAllBy() === 'rate_limited_events' ? refusal('rate-limited') : undefined;
  }
  // An envelope may have a header and no items.
  const line = progress.line.finish();
  if (isFailure(line)) return line;
  const routed = beginItems(envelope, { line, offset: line.length, whole: undefined });
  return isFailure(routed) ? routed : undefined;
}

/** The beginning of an envelope. */
interface Beginning {
  readonly line: Uint8Array;
  /** The offset of the first item. */
  readonly offset: number;
  /** All of it, if it came in one piece. */
  readonly whole: Uint8Array | undefined;
}

function beginItems(envelope: IncomingEnvelope, beginning: Beginning): Routed | RequestFailure {
  const route = routeEnvelope(envelope, beginning.line);
  return isFailure(route) ? route : (envelope.progress = createRouted(envelope, route, beginning));
}

/**
 * Finds the route of an envelope by its header line. Refuses a DSN that is not configured, and a query or a path that names
 * another project. The client's own authentication is not read here: ingest gets only that of the configured DSN.
 */
function routeEnvelope(
  { settings: { destinations, knownLimits }, arrived }: IncomingEnvelope,
  headerLine: Uint8Array,
): EnvelopeRoute | Refusal {
  const fields = parseEnvelopeHeader(headerLine);
  if (fields === undefined) return refusal('header-malformed');
  const { dsn, eventId, sdk, trace } = fields;
  const { api, search, request } = arrived;
  const destination =
    api === undefined
      ? findDestination(destinations, search, dsn)
      : findApiDestination(destinations, { project: api.project, dsn, header: request.header, search });
  if (isFailure(destination)) return destination;
  return { destination, eventId, sdk, trace, limits: limitsInForce(knownLimits, destination.identity) };
}

/** The destination of an envelope that came to the tunnel's own path. */
function findDestination(
  destinations: Destinations,
  search: string,
  dsn: string | undefined,
): Destination | Refusal {
  if (dsn === undefined) return refusal('dsn-missing');
  const destination = destinations.byText(dsn) ?? findByParts(dsn, destinations);
  if (destination === undefined) return refusal('dsn-not-allowed');
  return checkQuery(search, destination) ?? destination;
}

function findByParts(text: string, destinations: Destinations): Destination | undefined {
  const dsn = parseDsn(text);
  return dsn && destinations.byIdentity(dsnIdentity(dsn));
}

function checkQuery(search: string, { dsn, usualQueries }: Destination): Refusal | undefined {
  if (usualQueries.has(search)) return undefined;
  const verdict = compareQuery(search, dsn);
  if (verdict === 'agrees') return undefined;
  return refusal(verdict === 'malformed' ? 'query-malformed' : 'query-disagrees');
}

function scan({ scanner }: Routed, plain: Uint8Array): RequestFailure | undefined {
  const fault = scanner.push(plain);
  return fault && itemRefusal(fault);
}

/** Sets up the scan of the items. */
function createRouted(
  { arrived, coding, settings }: IncomingEnvelope,
  route: EnvelopeRoute,
  { line, offset, whole }: Beginning,
): Routed {
  const { limits, destination } = route;
  const { policy } = settings;
  const judge = policy?.open({
    header: line,
    sdk: route.sdk,
    trace: route.trace,
    project: destination.dsn.projectId,
    // At the API door it is that of an SDK.
    userAgent: arrived.api === undefined ? arrived.request.header('user-agent') : undefined,
    isOwn: arrived.client === THIS_PROCESS,
  });
  const isCodedAnew = coding !== 'identity' && settings.isCodingRefused(destination.endpoint.origin, coding);
  if (whole !== undefined || (limits === undefined && judge === undefined && !isCodedAnew)) {
    const inventory = new Inventory({ offset, whole, filtering: undefined });
    const scanner = createEnvelopeScanner(inventory);
    return { stage: 'routed', route, scanner, inventory, judge, filtering: undefined, isEmptied: false };
  }
  const filtering = new Filtering({
    limits: limits ?? NO_LIMITS,
    nowMs: settings.clock.now(),
    isDecided: isCodedAnew || (coding === 'identity' && judge === undefined),
    policy: policy && judge && { types: policy.types, judge: judge.judge },
    isOwned: coding === 'identity',
  });
  const inventory = new Inventory({ offset, whole, filtering });
  filtering.add(judge?.header ?? line);
  filtering.add(NEWLINE_BYTES);
  if (judge?.header !== undefined) filtering.noteChange();
  const scanner = createItemFilter({
    offset,
    onItem: (item, held) => inventory.onItem(item, held),
    onItemGrow: (item, payloadBytes) => inventory.onItemGrow(item, payloadBytes),
    onItemEnd: (item, payloadBytes, end) => inventory.onItemEnd(item, payloadBytes, end),
    keep: (item) => filtering.keep(item),
    onBytes: (bytes) => {
      filtering.add(bytes);
    },
    onKeptEnd:
      judge &&
      ((item, payloadBytes) => {
        filtering.endItem(item, payloadBytes);
      }),
  });
  return { stage: 'routed', route, scanner, inventory, judge, filtering, isEmptied: false };
}
