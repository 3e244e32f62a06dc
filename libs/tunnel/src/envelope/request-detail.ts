import type { Clock } from '../clock/clock.ts';
import type { LimitedItems, OutcomeDetail } from '../outcome/outcome-detail.ts';
import { knownTypes, plainEventId, sdkName } from '../protocol/describe-header.ts';
import type { IncomingEnvelope } from './incoming-envelope.ts';

/** The {@link OutcomeDetail} of a request. A class, so that a request creates no getters of its own. */
export class RequestDetail implements OutcomeDetail {
  readonly #clock: Clock;
  readonly #startedAt: number;
  /** `undefined` if the request was refused by its head. */
  envelope: IncomingEnvelope | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startedAt = clock.monotonicNow();
  }

  get eventId(): string | undefined {
    const id = this.envelope?.route?.eventId;
    return id && plainEventId(id);
  }

  get project(): string | undefined {
    return this.envelope?.route?.destination.project;
  }

  get sdk(): string | undefined {
    return sdkName(this.envelope?.route?.sdk);
  }

  get itemTypes(): readonly string[] {
    return knownTypes(this.envelope?.itemTypes ?? []);
  }

  get bytes(): number {
    return this.envelope?.body.receivedBytes ?? 0;
  }

  get durationMs(): number {
    return this.#clock.monotonicNow() - this.#startedAt;
  }

  get limited(): readonly LimitedItems[] {
    return [...(this.envelope?.items.limited ?? [])].flatMap(([reason, items]) =>
      items.quantities().map(({ category, quantity }) => ({ reason, category, quantity })),
    );
  }
}
