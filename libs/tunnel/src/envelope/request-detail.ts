import { knownTypes, plainEventId, sdkName, type Clock } from '@adit/envelope';
import type { Endpoint, DroppedItem, OutcomeDetail } from '../outcome/outcome-detail.ts';
import type { DropReason } from '../limits/item-guard.ts';
import { routedOf, type IncomingEnvelope } from './incoming-envelope.ts';

/** The {@link OutcomeDetail} of a request. A class, so that a request creates no getters of its own. */
export class RequestDetail implements OutcomeDetail {
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly method: string;
  endpoint: Endpoint | undefined;
  /** `undefined` if the request was refused because of its head. */
  envelope: IncomingEnvelope | undefined;

  constructor(clock: Clock, method: string) {
    this.method = method;
    this.#clock = clock;
    this.#startedAt = clock.monotonicNow();
  }

  get eventId(): string | undefined {
    const id = routedOf(this.envelope)?.route.eventId;
    return id && plainEventId(id);
  }

  get project(): string | undefined {
    return routedOf(this.envelope)?.route.destination.project;
  }

  get sdk(): string | undefined {
    return sdkName(routedOf(this.envelope)?.route.sdk);
  }

  get itemTypes(): readonly string[] {
    return knownTypes(routedOf(this.envelope)?.inventory.types ?? []);
  }

  get bytes(): number {
    return this.envelope?.body.receivedBytes ?? 0;
  }

  get durationMs(): number {
    return this.#clock.monotonicNow() - this.#startedAt;
  }

  get limited(): readonly DroppedItem[] {
    return itemsDropped(this.envelope, 'rate_limited_events');
  }

  get filtered(): readonly DroppedItem[] {
    return itemsDropped(this.envelope, 'filtered_events');
  }
}

function itemsDropped(
  envelope: IncomingEnvelope | undefined,
  kind: DropReason['kind'],
): readonly DroppedItem[] {
  const dropped = routedOf(envelope)?.inventory.dropped ?? [];
  return dropped
    .filter((one) => one.kind === kind)
    .flatMap(({ reason, items }) =>
      items.quantities().map(({ category, quantity }) => ({ reason, category, quantity })),
    );
}
