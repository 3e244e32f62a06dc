import { MAX_NAMED_TYPES } from '../protocol/describe-header.ts';
import type { ItemFacts, ItemType } from '../protocol/item-rules.ts';
import { readClientReport } from '../protocol/read-client-report.ts';
import {
  createEnvelopeScanner,
  createItemFilter,
  type EnvelopeScannerOptions,
} from '../protocol/envelope.ts';
import { createItemSizeLimits } from '../protocol/item-size-limits.ts';
import type { SeenItems } from '../limits/seen-items.ts';
import { createItemGuard } from '../limits/item-guard.ts';
import { isFailure, itemRefusal, refusal, type RequestFailure } from '../outcome/outcomes.ts';
import type { IncomingEnvelope } from './incoming-envelope.ts';
import { routeEnvelope } from './route-envelope.ts';

const CLIENT_REPORT = 'client_report' satisfies ItemType;

const NEWLINE_BYTES = Uint8Array.of(0x0a);

/** Checks the next bytes of an envelope, decoded: its header line, then its items. A failure is final. */
export function checkBytes(envelope: IncomingEnvelope, plain: Uint8Array): RequestFailure | undefined {
  if (envelope.scanner !== undefined) return scan(envelope, plain);
  const found = envelope.headerLine.push(plain);
  if (found === undefined || isFailure(found)) return found;
  const failure = startItems(envelope, found.line, found.line.length + 1, plain);
  if (failure !== undefined || found.restFrom === plain.length) return failure;
  return scan(envelope, plain.subarray(found.restFrom));
}

/** Checks that an envelope may end where it does. */
export function checkEnd(envelope: IncomingEnvelope): RequestFailure | undefined {
  const { scanner, guard, headerLine } = envelope;
  if (scanner === undefined) {
    const line = headerLine.finish();
    return isFailure(line) ? line : startItems(envelope, line, line.length);
  }
  const fault = scanner.finish();
  if (fault !== undefined) return itemRefusal(fault);
  return guard?.hasDroppedAll() === true ? refusal('rate-limited') : undefined;
}

function scan({ scanner }: IncomingEnvelope, plain: Uint8Array): RequestFailure | undefined {
  const fault = scanner?.push(plain);
  return fault && itemRefusal(fault);
}

/** Routes the envelope by its header line, and sets up the scan of its items. */
function startItems(
  envelope: IncomingEnvelope,
  line: Uint8Array,
  offset: number,
  plain?: Uint8Array,
): RequestFailure | undefined {
  const route = routeEnvelope(envelope, line);
  if (isFailure(route)) return route;
  envelope.route = route;
  const visitor = createVisitor(envelope, offset, envelope.isWhole ? plain : undefined);
  if (route.limits === undefined || envelope.isWhole) {
    envelope.scanner = createEnvelopeScanner(visitor);
    return undefined;
  }
  const guard = createItemGuard({ limits: route.limits, nowMs: envelope.settings.clock.now() });
  envelope.guard = guard;
  const keep = (bytes: Uint8Array): void => keepBytes(envelope, bytes);
  envelope.scanner = createItemFilter({ ...visitor, keep: guard.keep, onBytes: keep });
  keep(line);
  keep(NEWLINE_BYTES);
  return undefined;
}

/** @param whole all bytes of the envelope, if they came in one piece: only then its client reports are read */
function createVisitor(
  envelope: IncomingEnvelope,
  offset: number,
  whole: Uint8Array | undefined,
): EnvelopeScannerOptions {
  const sizeLimits = createItemSizeLimits();
  const { itemTypes } = envelope;
  return {
    offset,
    onItem: (item, held) => {
      envelope.openItem = item;
      return sizeLimits.onItem(item, held);
    },
    onItemGrow: sizeLimits.onItemGrow,
    onItemEnd: (item, bytes, end) => {
      envelope.openItem = undefined;
      // Copied one by one: a spread costs more than all other checks of the item.
      const { type, attachmentType, platform, itemCount } = item;
      if (!itemTypes.includes(type) && itemTypes.length < MAX_NAMED_TYPES) itemTypes.push(type);
      if (type === CLIENT_REPORT && whole !== undefined) {
        const report = whole.subarray(item.payloadStart, item.payloadStart + bytes);
        envelope.clientDiscards = [...envelope.clientDiscards, ...readClientReport(report)];
      }
      const facts: ItemFacts = { type, attachmentType, platform, itemCount, bytes };
      if (envelope.isWhole && envelope.route?.limits !== undefined) {
        envelope.limitable.push({ facts, start: item.start, end });
      } else {
        envelope.items.add(facts, envelope.guard?.reason());
      }
      return sizeLimits.onItemEnd(item, bytes, end);
    },
  };
}

/**
 * The items of an envelope that is lost, of which no more is read. The one whose payload is not read to its end counts by its header.
 */
export function lostItems({ items, openItem, guard }: IncomingEnvelope): SeenItems['kept'] {
  if (openItem !== undefined) items.add({ ...openItem, bytes: openItem.length ?? 0 }, guard?.reason());
  return items.kept;
}

function keepBytes(envelope: IncomingEnvelope, bytes: Uint8Array): void {
  envelope.keptBytes += bytes.byteLength;
  // A copy: the bytes are lent, and a short part would keep its whole chunk in memory.
  envelope.kept.push(new Uint8Array(bytes));
}
