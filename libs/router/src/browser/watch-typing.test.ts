import { createFakeClock } from '@adit/testing';
import { createTabStorage } from '../../testing/tab.helper.ts';
import { watchTyping } from './watch-typing.ts';

const keeper = { stop: jest.fn() };
const created = jest.fn<undefined, [Record<string, WeakSet<object>>]>();
let isMissing = false;
jest.mock('./input-keeper.ts', () => ({
  get createInputKeeper() {
    if (isMissing) throw new Error('Loading chunk 7 failed.');
    return (options: Record<string, WeakSet<object>>) => {
      created(options);
      return keeper;
    };
  },
}));

const watch = (storage = createTabStorage(), clock = createFakeClock()) =>
  watchTyping({
    view: window,
    location: { href: 'https://app.example/' },
    clock,
    now: clock.now,
    storage: () => storage,
    onUnsent: () => undefined,
  });
const type = () => document.querySelector('input')!.dispatchEvent(new Event('input', { bubbles: true }));
const later = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  created.mockClear();
  document.body.innerHTML = '<input type="password">';
});

it('loads the keeper with the first input, and tells it which field that was', async () => {
  const typing = watch();
  await later();
  expect([typing.keeper(), created.mock.calls.length]).toEqual([undefined, 0]);
  type();
  type();
  await later();
  expect([typing.keeper(), created.mock.calls.length]).toEqual([keeper, 1]);
  const { edited, secret } = created.mock.calls[0]![0];
  const field = document.querySelector('input')!;
  expect([edited!.has(field), secret!.has(field)]).toEqual([true, true]);
  typing.stop();
  expect(keeper.stop).toHaveBeenCalledTimes(1);
});

it('loads it at once if something was kept', async () => {
  const storage = createTabStorage();
  storage.held.set('adit-input', '[]');
  const typing = watch(storage);
  await later();
  expect(created).toHaveBeenCalledTimes(1);
  typing.stop();
});

it('creates none once it is stopped', async () => {
  const typing = watch();
  type();
  typing.stop();
  await later();
  type();
  await later();
  expect(created).not.toHaveBeenCalled();
});

it('survives blocked storage and a missing chunk', async () => {
  isMissing = true;
  const typing = watch(
    createTabStorage({
      getItem: () => {
        throw new Error('SecurityError');
      },
    }),
  );
  type();
  await expect(typing.load()).resolves.toBeUndefined();
  typing.stop();
  isMissing = false;
});

it('knows for a second that the visitor has clicked or submitted a form', async () => {
  const clock = createFakeClock({ now: 5_000 });
  const typing = watch(createTabStorage(), clock);
  expect(typing.hasActed()).toBe(false);
  for (const event of ['click', 'submit']) {
    document.body.dispatchEvent(new Event(event, { bubbles: true }));
    await clock.advance(999);
    expect(typing.hasActed()).toBe(true);
    await clock.advance(1);
    expect(typing.hasActed()).toBe(false);
  }
  typing.stop();
});

it('notes that an action was not sent, if storage lets it', () => {
  const storage = createTabStorage();
  const typing = watch(storage, createFakeClock({ now: 5_000 }));
  typing.noteUnsent();
  expect(storage.held.get('adit-input')).toBe('["https://app.example/",5000,true,null,[]]');
  typing.stop();
  const blocked = watch(
    createTabStorage({
      setItem: () => {
        throw new Error('QuotaExceededError');
      },
    }),
  );
  blocked.noteUnsent();
  blocked.stop();
});
