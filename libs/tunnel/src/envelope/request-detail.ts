import { knownTypes, plainEventId, sdkName, type Clock } from '@adit/envelope';
import type { Endpoint, LimitedItems, OutcomeDetail } from '../outcome/outcome-detail.ts';
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

  get limited(): readonly LimitedItems[] {
    return [...(routedOf(this.envelope)?.inventory.limited ?? [])].flatMap(([reason, items]) =>
      items.quantities().map(({ category, quantity }) => ({ reason, category, quantity })),
    );
  }
}
