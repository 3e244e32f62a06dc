import { findEvent, type EventSources } from './find-event.ts';

/** A status, and the value that the body has as JSON. */
export interface OutcomesAnswer {
  readonly status: 200 | 400;
  readonly value: unknown;
}

/** The number of outcomes in an answer if the request names none. */
const SHOWN_OUTCOMES = 100;

/** Answers a question for outcomes: the newest `limit`, or all that is known about `event`. */
export async function answerOutcomes(sources: EventSources, query: URLSearchParams): Promise<OutcomesAnswer> {
  const event = query.get('event');
  if (event === null) {
    const limit = Number(query.get('limit') ?? SHOWN_OUTCOMES);
    return Number.isInteger(limit) && limit > 0
      ? { status: 200, value: { outcomes: sources.board.outcomes({ limit }) } }
      : { status: 400, value: { detail: 'limit is not valid: use a whole number' } };
  }
  const trace = await findEvent(sources, event);
  return trace === 'invalid'
    ? { status: 400, value: { detail: 'event is not valid: use the 32 hexadecimal digits of an event id' } }
    : { status: 200, value: trace };
}
