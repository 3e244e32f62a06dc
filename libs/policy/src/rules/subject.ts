import type { SubjectKind } from '../document/policy-document.ts';
import { factsOf, type Payload } from './payload-facts.ts';

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
export function subjectOf(kind: SubjectKind, payload: Payload, envelope: EnvelopeFacts = {}): Subject {
  const facts = factsOf(payload);
  return {
    kind,
    get id() {
      return facts.id(kind);
    },
    get message() {
      return facts.message(kind);
    },
    get exception() {
      return kind === 'error' ? facts.exception() : undefined;
    },
    get url() {
      return facts.url(kind);
    },
    get release() {
      return facts.common('release');
    },
    get environment() {
      return facts.common('environment');
    },
    get sdk() {
      return envelope.sdk ?? facts.sdk();
    },
    project: envelope.project,
    tag: facts.tag,
    header: facts.header,
  };
}
