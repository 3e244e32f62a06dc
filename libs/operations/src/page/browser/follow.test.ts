/** @jest-environment jsdom */
import { follow, type PageWindow } from './follow.ts';
import { patch } from './patch.ts';

class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  static all: FakeSource[] = [];
  readyState = 1;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    FakeSource.all.push(this);
  }
  close(): void {
    this.readyState = FakeSource.CLOSED;
  }
  say(parts: Readonly<Record<string, string>>): void {
    this.dispatchEvent(new MessageEvent('page', { data: JSON.stringify(parts) }));
  }
  fail(isClosed: boolean): void {
    if (isClosed) this.close();
    this.dispatchEvent(new Event('error'));
  }
}

const find = (id: string): HTMLElement => document.getElementById(id)!;
const connection = (): string => find('connection').textContent;
const newest = (): FakeSource => FakeSource.all.at(-1)!;

const start = (pathname: string): void =>
  follow(
    {
      document,
      location: { pathname },
      EventSource: FakeSource,
      setTimeout,
      clearTimeout,
    } as unknown as PageWindow,
    patch,
  );

beforeEach(() => {
  jest.useFakeTimers();
  FakeSource.all = [];
  document.body.innerHTML =
    '<p id="time">03:12:05 UTC</p><p id="connection"></p><button id="pause" hidden>Freeze page</button>' +
    '<div id="facts">old</div><div id="outcomes" data-waits><a href="/">old</a></div>';
  start('/');
});

afterEach(() => jest.useRealTimers());

describe('follow', () => {
  it('shows the parts as they come, and says that the page is live once only', async () => {
    expect(newest().url).toBe('/events?only=page');
    newest().say({ title: '3 lost', facts: '<b>new</b>' });
    const text = find('connection').firstChild;
    newest().say({ facts: '<b>newer</b>' });

    expect([document.title, find('facts').innerHTML]).toEqual(['3 lost', '<b>newer</b>']);
    expect([connection(), find('connection').firstChild === text]).toEqual(['Live', true]);
  });

  it.each(['/operations', '/operations/'])('follows what is below %s', (path) => {
    start(path);
    expect(newest().url).toBe('/operations/events?only=page');
  });

  it('says when the numbers are old, and when they are not any more', () => {
    jest.advanceTimersByTime(4_000);
    newest().say({ time: '03:12:09 UTC' });
    jest.advanceTimersByTime(4_999);
    expect(connection()).toBe('Live');
    jest.advanceTimersByTime(1);
    expect(connection()).toBe('No connection since 03:12:09 UTC: the numbers are old.');
    expect(document.body.className).toBe('stale');
    newest().say({});
    expect([connection(), document.body.className]).toEqual(['Live', '']);
  });

  it('connects again after a refusal, and leaves a connection that broke to the browser', () => {
    newest().fail(false);
    jest.advanceTimersByTime(10_000);
    expect(FakeSource.all).toHaveLength(1);
    newest().fail(true);
    jest.advanceTimersByTime(4_999);
    expect(FakeSource.all).toHaveLength(1);
    jest.advanceTimersByTime(1);
    expect(FakeSource.all).toHaveLength(2);
  });

  it('says that the numbers are old while the server refuses again and again', () => {
    newest().say({});
    newest().fail(true);
    jest.advanceTimersByTime(4_000);
    newest().fail(true);
    jest.advanceTimersByTime(1_000);
    expect(document.body.className).toBe('stale');
    jest.advanceTimersByTime(4_000);
    newest().fail(true);
    jest.advanceTimersByTime(4_000);
    expect(document.body.className).toBe('stale');
  });

  it('stands still while it is paused', () => {
    const button = find('pause');
    expect(button.hidden).toBe(false);
    const first = newest();
    first.fail(true);
    button.click();
    jest.advanceTimersByTime(20_000);
    expect([first.readyState, FakeSource.all.length]).toEqual([FakeSource.CLOSED, 1]);
    expect([connection(), button.textContent]).toEqual(['Frozen at 03:12:05 UTC', 'Continue']);

    button.click();
    expect([FakeSource.all.length, button.textContent]).toEqual([2, 'Freeze page']);
  });

  it('leaves a list alone that the focus is in', () => {
    const link = document.querySelector('a')!;
    link.focus();
    newest().say({ outcomes: '<a href="/">new</a>' });
    expect(link.textContent).toBe('old');
    link.blur();
    newest().say({ outcomes: '<a href="/">new</a>' });
    expect(link.textContent).toBe('new');
  });
});
