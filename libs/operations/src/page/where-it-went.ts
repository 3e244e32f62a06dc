import type { EventTrace } from '../find-event.ts';
import type { OutcomeEntry } from '../outcomes.ts';
import { isRejection, totalOf } from '../counts.ts';
import { countOf, formatDuration, formatTime, listOf } from './format.ts';
import { markup, type Markup } from './markup.ts';

/**
 * Describes where an event went, one sentence for each step, oldest first. Undefined: no event was requested; invalid:
 * not an event id.
 */
export function traceMarkup(trace: EventTrace | 'invalid' | undefined, now: number): Markup {
  if (trace === undefined) return markup`<p>Where did an event go? Enter its id, or follow one below.</p>`;
  if (trace === 'invalid')
    return markup`<p class="bad">This is no event id: use its 32 hexadecimal digits.</p>`;
  const time = (at: number): string => `${formatTime(at, now)} UTC`;
  const steps = stepsOf(trace, time).map(({ at, text }) => markup`<li>${time(at)}: ${text}</li>`);
  if (steps.length > 0) return markup`<h3>${trace.eventId}</h3><ol>${steps}</ol>`;
  const since = trace.since === null ? '' : ` Outcomes since ${time(trace.since)} are kept.`;
  return markup`<h3>${trace.eventId}</h3><p>Not found.${since} Each process remembers the event ids of its last 20,000 forwards. Did another replica get it?${unreadText(trace.unread)}</p>`;
}

function unreadText(unread: EventTrace['unread']): string {
  const count = totalOf(unread);
  if (count === 0) return '';
  return ` ${countOf(count, 'request')} ${count === 1 ? 'was' : 'were'} refused before the event id was read: ${listOf(unread)}.`;
}

interface Step {
  readonly at: number;
  readonly text: string;
}

function stepsOf({ outcomes, forwards }: EventTrace, time: (at: number) => string): readonly Step[] {
  const noted = new Set(outcomes.map(({ at, status }) => `${at} ${status}`));
  return [
    ...outcomes.map((entry) => ({ at: entry.at, text: `${sentenceOf(entry, time)}${droppedBy(entry)}` })),
    // Forwards that are not among the outcomes, because those are only a sample.
    ...forwards
      .filter(({ at, status }) => !noted.has(`${at} ${status}`))
      .map(({ at, status }) => ({
        at,
        text: isRejection(status)
          ? `Sent, and rejected by ingest with ${status}.`
          : `Sent to ingest, which answered ${status}.`,
      })),
  ].sort((one, other) => one.at - other.at);
}

function sentenceOf(entry: OutcomeEntry, time: (at: number) => string): string {
  const { outcome, reason = 'unknown', lost, status = 0, heldMs = 0, keptUntil } = entry;
  const loss = lost === undefined ? '' : ' It is lost.';
  switch (outcome) {
    case 'forwarded':
      return isRejection(status)
        ? `Sent, and rejected by ingest with ${status}.`
        : `Forwarded. Ingest answered ${status}.`;
    case 'spooled':
      return `Stored: ${reason}.${keptUntil === undefined ? '' : ` It is kept until ${time(keptUntil)} at most.`}`;
    case 'filtered':
      return 'Answered 200, and not sent: rules dropped all of it.';
    case 'redelivered':
      return `Delivered from the spool after ${formatDuration(heldMs)}. Ingest answered ${status}.`;
    case 'given-up':
      return `Dropped from the spool after ${formatDuration(heldMs)}: ${reason}.${status === 0 ? '' : ` Ingest answered ${status}.`}${loss}`;
    case 'refused':
      return `Refused with ${status}: ${reason}.${loss}`;
    case 'aborted':
      return 'The client closed the connection before the envelope was complete.';
    default:
      return `Not delivered: ${outcome}. The client got ${status || 'nothing'}.${loss}`;
  }
}

function droppedBy({ limited, filtered }: OutcomeEntry): string {
  const listed = (who: string, items: OutcomeEntry['limited']): string => {
    const list = items.map(
      ({ quantity, category, reason }) => `${quantity} ${category} (${reason || 'no reason'})`,
    );
    return list.length === 0 ? '' : ` ${who} dropped ${list.join(', ')}.`;
  };
  return listed('Rate limits', limited) + listed('Rules', filtered);
}
