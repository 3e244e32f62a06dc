import {
  createsEvent,
  updateRateLimits,
  type EnvelopeItem,
  type ItemFacts,
  type RateLimits,
} from '@adit/envelope';
import { createItemGuard } from './item-guard.ts';

const NOW = Date.UTC(2026, 6, 1);

const read = (header: string): RateLimits =>
  updateRateLimits(
    undefined,
    { status: 200, header: (name) => (name === 'x-sentry-rate-limits' ? header : undefined) },
    NOW,
  ) ?? [];

const header = ({ type, attachmentType }: ItemFacts): EnvelopeItem => ({
  type,
  attachmentType,
  length: undefined,
  itemCount: undefined,
  platform: undefined,
  contentType: undefined,
  start: 0,
  payloadStart: 0,
});

/** The reason why each item of a complete envelope is dropped. */
function reasons(limits: RateLimits, items: readonly ItemFacts[], nowMs = NOW): (string | undefined)[] {
  const guard = createItemGuard({ limits, nowMs, event: items.find(createsEvent) });
  return items.map((it) => {
    guard.keep(header(it));
    return guard.reason()?.reason;
  });
}

describe('createItemGuard', () => {
  const item = (type: string, attachmentType?: string): ItemFacts => ({ type, attachmentType, bytes: 9 });
  const minidump = item('attachment', 'event.minidump');

  it.each<[string, string, readonly ItemFacts[], readonly (string | undefined)[]]>([
    ['the event and all that requires it', '60:error:key:e', [item('event'), item('attachment')], ['e', 'e']],
    [
      'what requires the event, wherever it stands, and nothing else',
      '60:transaction:key:t',
      [
        item('profile'),
        item('session'),
        item('replay_recording'),
        item('transaction'),
        item('client_report'),
      ],
      ['t', undefined, undefined, 't', undefined],
    ],
    ['for a limit without a reason, too', '60:error:key', [item('event')], ['']],
    ['form data with its event', '60:error:key:e', [item('event'), item('form_data')], ['e', 'e']],
    ['form data never alone', '60::key:a', [item('form_data')], [undefined]],
    // "dropping an event automatically drops all attachments with the same reason" (Enforcement in rate_limits.rs).
    [
      'attachments for the reason of their event',
      '60:error:key:e, 90:attachment:key:a',
      [item('event'), item('attachment')],
      ['e', 'e'],
    ],
    ['only attachments', '60:attachment:key:a', [item('event'), item('attachment')], [undefined, 'a']],
    ['no crash file for the attachments limit', '60:attachment:key:a', [minidump], [undefined]],
    ['crash files with the error limit', '60:error:key:e', [minidump, item('attachment')], ['e', 'e']],
    ['logs for either of their limits', '60:log_byte:key:b', [item('log')], ['b']],
    [
      'neither aggregates nor metrics',
      '60::key:a',
      [item('sessions'), item('metric_buckets')],
      [undefined, undefined],
    ],
    ['no spans inside a transaction', '60:span:key:s', [item('transaction'), item('span')], [undefined, 's']],
    ['no transaction for its index alone', '60:transaction_indexed:key', [item('transaction')], [undefined]],
    [
      'all but what is exempt when everything is limited',
      '60::key:a',
      [item('event'), item('check_in'), item('nel'), item('client_report'), item('never_seen')],
      ['a', 'a', undefined, undefined, undefined],
    ],
  ])('drops %s', (_what, header, items, expected) => {
    expect(reasons(read(header), items)).toEqual(expected);
  });

  it('keeps everything once the limits have ended', () => {
    const limits = read('60::key:a');
    expect(reasons(limits, [item('event')], NOW + 59_999)).toEqual(['a']);
    expect(reasons(limits, [item('event')], NOW + 60_000)).toEqual([undefined]);
    expect(reasons([], [item('event')])).toEqual([undefined]);
  });

  it('goes by the first item that makes an event, if all of the envelope is known', () => {
    const items = [item('transaction'), item('event'), item('attachment')];
    expect(reasons(read('60:error:key:e'), items)).toEqual([undefined, 'e', undefined]);
    expect(reasons(read('60:transaction:key:t'), items)).toEqual(['t', 't', 't']);
  });

  it('goes by an event it has seen, otherwise', () => {
    const guard = createItemGuard({ limits: read('60:error:key:e'), nowMs: NOW });
    const items = [item('attachment'), item('event'), item('attachment'), item('session')];
    expect(items.map((it) => guard.keep(header(it)))).toEqual([true, false, false, true]);
    expect([guard.hasDropped(), guard.droppedAllBy()]).toEqual([true, undefined]);
  });

  it('drops what requires an event that a rule has dropped, and says that rules left nothing', () => {
    const guard = createItemGuard({ limits: [], nowMs: NOW });
    const [event, attachment, session] = [item('event'), item('attachment'), item('session')].map(header);
    guard.keep(event as EnvelopeItem);
    guard.drop(event as EnvelopeItem, { kind: 'filtered_events', reason: 'bot' });

    expect(guard.keep(attachment as EnvelopeItem)).toBe(false);
    expect(guard.reason()).toEqual({ kind: 'filtered_events', reason: 'bot' });
    expect(guard.droppedAllBy()).toBe('filtered_events');
    guard.keep(session as EnvelopeItem);
    expect(guard.droppedAllBy()).toBeUndefined();
  });
});
