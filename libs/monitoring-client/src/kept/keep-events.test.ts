import {
  createEventEnvelope,
  createSessionEnvelope,
  dsnFromString,
  makeSession,
  type DsnComponents,
  type Event,
} from '@sentry/core';
import { keptErrors } from '../../testing/kept-errors.helper.ts';
import { keepEvents } from './keep-events.ts';

const DSN = dsnFromString('https://key@o450.ingest.sentry.io/4509') as DsnComponents;
const TUNNEL = '/monitoring-tunnel?o=450&p=4509';

const frame = (lineno: number) => ({
  function: 'pay',
  filename: 'https://shop.test/a.js?v=2',
  lineno,
  colno: 2,
  context_line: 'const secret = 1',
  vars: { secret: 1 },
});
const event: Event = {
  event_id: '0123456789abcdef0123456789abcdef',
  timestamp: 1_700_000_000.5,
  level: 'error',
  platform: 'javascript',
  environment: 'test',
  release: 'shop@1',
  request: { url: 'https://shop.test/cart?code=1', headers: { Referer: 'https://shop.test/?code=1' } },
  exception: {
    values: [
      {
        type: 'TypeError',
        value: 'no order=7',
        stacktrace: { frames: Array.from({ length: 100 }, (_, index) => frame(index)) },
        mechanism: { type: 'auto.x', handled: false, data: { target: 'secret' } },
      },
    ],
  },
  debug_meta: { images: [{ type: 'sourcemap', code_file: 'https://shop.test/a.js', debug_id: '1' }] },
  breadcrumbs: [{ message: 'secret' }],
  user: { id: 'secret' },
  tags: { plan: 'secret' },
  extra: { note: 'secret' },
  contexts: { order: { note: 'secret' } },
};

afterEach(() => localStorage.clear());

it('keeps an error of the SDK without what tells about the visitor, with its newest frames', () => {
  keepEvents(createEventEnvelope(event, DSN, undefined, TUNNEL), TUNNEL);
  const [kept] = keptErrors();
  expect(kept).toMatchObject({
    tunnel: TUNNEL,
    header: { dsn: 'https://key@o450.ingest.sentry.io/4509' },
    event: {
      event_id: event.event_id,
      timestamp: event.timestamp,
      release: 'shop@1',
      request: { url: 'https://shop.test/cart' },
      debug_meta: event.debug_meta,
    },
  });
  const [value] = kept!.event.exception.values as unknown as [
    { value: string; stacktrace: { frames: object[] }; mechanism: object },
  ];
  expect(value.value).toBe('no [Filtered]');
  expect(value.mechanism).toEqual({ type: 'auto.x', handled: false });
  expect(value.stacktrace.frames.at(-1)).toEqual({
    function: 'pay',
    filename: 'https://shop.test/a.js',
    lineno: 99,
    colno: 2,
  });
  expect(value.stacktrace.frames).toHaveLength(50);
  expect(JSON.stringify(Object.fromEntries(Object.entries(localStorage)))).not.toMatch(
    /secret|code=|breadcrumbs|Referer/,
  );
});

it('keeps an error without a stack', () => {
  const bare: Event = { event_id: 'b', exception: { values: [{ value: 'x' }, {}] } };
  keepEvents(createEventEnvelope(bare, DSN, undefined, TUNNEL), TUNNEL);
  keepEvents(createEventEnvelope({ event_id: 'c', exception: {} }, DSN, undefined, TUNNEL), TUNNEL);
  expect(keptErrors().map(({ key }) => key)).toEqual(['adit-error-b', 'adit-error-c']);
});

it.each([
  ['a message', createEventEnvelope({ message: 'said' }, DSN, undefined, TUNNEL)],
  ['a session', createSessionEnvelope(makeSession(), DSN, undefined, TUNNEL)],
  ['an error that goes to ingest itself', createEventEnvelope(event, DSN)],
])('keeps not %s', (_what, envelope) => {
  keepEvents(envelope, TUNNEL);
  expect(keptErrors()).toEqual([]);
});
