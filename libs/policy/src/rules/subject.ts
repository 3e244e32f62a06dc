import type { SubjectKind } from '../document/policy-document.ts';
import { factsOf, type Payload, type PayloadFacts } from './payload-facts.ts';

/** The facts of an item that rules read, each read when a rule asks for it. `undefined` for a fact that the item does not have. */
export interface Subject {
  readonly kind: SubjectKind;
  /** The id by which a sample decides: of the event, of the replay, or of the trace of everything else. */
  readonly id: string | undefined;
  readonly message: string | undefined;
  readonly exception: string | undefined;
  readonly url: string | undefined;
  readonly release: string | undefined;
  readonly environment: string | undefined;
  readonly sdk: string | undefined;
  readonly project: string | undefined;
  readonly tag: (name: string) => string | undefined;
  /** The name is in any letter case. */
  readonly header: (name: string) => string | undefined;
}

/** Facts that the envelope has, not the payload. */
export interface EnvelopeFacts {
  /** The name of the SDK. It wins over the payload's own. */
  readonly sdk?: string | undefined;
  /** The number of the project. */
  readonly project?: string | undefined;
}

/**
 * Returns the facts of a payload: an event, a span of a transaction or a streamed span, a log, a feedback or the event of a replay.
 * Payloads of any shape are read; facts of another type than expected are left out.
 */
export const subjectOf = (kind: SubjectKind, payload: Payload, envelope: EnvelopeFacts = {}): Subject =>
  new PayloadSubject(kind, factsOf(payload), envelope);

/** Its getters are on the prototype: V8 keeps an object with getters of its own as a dictionary, and each item takes 10 to 40 µs more. */
class PayloadSubject implements Subject {
  readonly kind: SubjectKind;
  readonly project: string | undefined;
  readonly tag: Subject['tag'];
  readonly header: Subject['header'];
  readonly #facts: PayloadFacts;
  readonly #sdk: string | undefined;

  constructor(kind: SubjectKind, facts: PayloadFacts, { sdk, project }: EnvelopeFacts) {
    this.kind = kind;
    this.project = project;
    this.tag = facts.tag;
    this.header = facts.header;
    this.#facts = facts;
    this.#sdk = sdk;
  }

  get id(): string | undefined {
    return this.#facts.id(this.kind);
  }
  get message(): string | undefined {
    return this.#facts.message(this.kind);
  }
  get exception(): string | undefined {
    return this.kind === 'error' ? this.#facts.exception() : undefined;
  }
  get url(): string | undefined {
    return this.#facts.url(this.kind);
  }
  get release(): string | undefined {
    return this.#facts.common('release');
  }
  get environment(): string | undefined {
    return this.#facts.common('environment');
  }
  get sdk(): string | undefined {
    return this.#sdk ?? this.#facts.sdk();
  }
}
