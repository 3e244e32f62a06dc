import { CONFIG, recordBeacons } from '../../testing/early.helper.ts';
import { keptErrors, keptMessages, refuseStorage } from '../../testing/kept-errors.helper.ts';
import { monitorPages, setVisibility, throwUncaught } from '../../testing/monitored-page.helper.ts';
import { clearKeptErrors, forgetError } from './forget-errors.ts';
import { keep } from './kept-record.ts';

const { open, settle } = monitorPages();
const never = { load: () => new Promise<never>(() => undefined) };

afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
});

it('keeps an error in the task in which it happens, as an envelope with its page’s tunnel, DSN and release', () => {
  const { handle } = open(never);
  throwUncaught(new Error('lost otherwise'));
  const id = handle.lastEventId();
  expect(keptErrors()).toMatchObject([
    {
      key: `adit-error-${id}`,
      version: '1',
      tunnel: CONFIG.tunnel,
      header: { dsn: CONFIG.dsn },
      item: { type: 'event' },
      event: { event_id: id, release: CONFIG.release, environment: CONFIG.environment },
    },
  ]);
});

it('keeps nothing but errors, without secrets', () => {
  const { handle } = open(never);
  window.console.error('said');
  handle.onRouterTransitionStart('/cart?code=1', 'push');
  throwUncaught(undefined, 'Script error.');
  expect(keptErrors()).toEqual([]);
  handle.captureError(new Error('no a@b.test at https://shop.test/cart?code=1'), {
    user: { email: 'a@b.test' },
    extra: { note: 'private' },
  });
  expect(keptMessages()).toEqual(['no [Filtered] at https://shop.test/cart']);
  expect(JSON.stringify(Object.fromEntries(Object.entries(localStorage)))).not.toMatch(/a@b|code=|private/);
});

it('keeps it though a beacon took it, which may be lost', () => {
  const sent = recordBeacons();
  open(never);
  throwUncaught(new Error('x'));
  setVisibility('hidden');
  expect([sent.length, keptMessages()]).toEqual([1, ['x']]);
});

it('keeps the first 20, each with less than 12,000 characters', () => {
  const { handle } = open(never);
  localStorage.setItem('of the page', '1');
  for (let count = 0; count < 25; count += 1)
    handle.captureError(
      Array.from({ length: 6 }).reduce<Error>(
        (cause) => new Error(`${count} ${'x'.repeat(9_000)}`, { cause }),
        new Error('first'),
      ),
    );
  expect(keptErrors()).toHaveLength(20);
  for (const key of Object.keys(localStorage)) expect(localStorage.getItem(key)!.length).toBeLessThan(12_100);
  expect(keptMessages().at(0)).toMatch(/x{100}\.\.\.$/);
});

it('keeps 20 of each application of the origin: those of others take no room', () => {
  const { handle } = open(never);
  const others = { ...CONFIG, tunnel: `${CONFIG.tunnel}-of-others` };
  const { handle: other } = open({ ...never, config: others });
  for (let count = 0; count < 25; count += 1) other.captureError(new Error(`theirs ${count}`));
  handle.captureError(new Error('own'));
  expect(keptErrors().filter(({ tunnel }) => tunnel === others.tunnel)).toHaveLength(20);
  expect(keptErrors().filter(({ tunnel }) => tunnel === CONFIG.tunnel)).toHaveLength(1);
  for (let count = 0; count < 25; count += 1) keep(`more-${count}`, CONFIG.tunnel, 'x');
  expect(keptErrorKeys()).toHaveLength(40);
});

it.each([
  ['without a tunnel', { dsn: CONFIG.dsn }],
  ['if it is switched off', { ...CONFIG, keepErrors: false }],
  ['without a DSN', { tunnel: CONFIG.tunnel }],
])('keeps nothing %s', (_when, config) => {
  const { handle } = open({ ...never, config });
  handle.captureError(new Error('x'));
  expect(keptErrors()).toEqual([]);
});

it('removes all that was kept, and nothing else, when told to', () => {
  open(never).handle.captureError(new Error('x'));
  localStorage.setItem('of the page', '1');
  clearKeptErrors('/of-another');
  expect(keptMessages()).toEqual(['x']);
  keep('theirs', '/of-another', 'x');
  clearKeptErrors(CONFIG.tunnel);
  expect(keptErrorKeys().sort()).toEqual(['adit-error-theirs', 'of the page']);
  clearKeptErrors();
  expect(Object.fromEntries(Object.entries(localStorage))).toEqual({ 'of the page': '1' });
});

it.each([
  ['denied', refuseStorage],
  [
    'full',
    () =>
      jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
        throw new DOMException('full', 'QuotaExceededError');
      }),
  ],
])('is silent where storage is %s, and the SDK still gets the error', async (_what, refuse) => {
  refuse();
  const { sdk, handle } = open();
  handle.captureError(new Error('x'));
  await settle();
  expect(sdk.replayed).toHaveLength(1);
  forgetError('x');
  clearKeptErrors();
  jest.restoreAllMocks();
  expect(keptErrors()).toEqual([]);
});

it('is written in the same way and with the same bounds by the first load and by late chunks', () => {
  const { handle } = open(never);
  handle.captureError(new Error('x'));
  const [[key, record]] = Object.entries(localStorage) as [[string, string]];
  const [first = '', ...lines] = record.split('\n');
  localStorage.clear();
  keep(key.slice(-32), first.slice(1), lines.join('\n'));
  expect(Object.fromEntries(Object.entries(localStorage))).toEqual({ [key]: record });
  localStorage.clear();
  for (let count = 0; count < 25; count += 1) keep(String(count), '/t', 'x'.repeat(11_999));
  expect([keep('more', '/t', 'x'), keptErrorKeys().length]).toEqual([true, 20]);
  localStorage.clear();
  expect([keep('long', '/t', 'x'.repeat(12_000)), keptErrorKeys()]).toEqual([false, []]);
});

const keptErrorKeys = (): string[] => Object.keys(localStorage);
