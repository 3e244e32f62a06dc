import { keepScreen } from './keep-screen.ts';

/** A document of 500, whose script has run. Returns its screen. */
function openDocument(): HTMLElement {
  document.body.innerHTML = '<main class="adit-fallback" lang="de">Fehler</main>';
  const code = /^<script>([^]*)<\/script>$/.exec(keepScreen(undefined))?.[1] ?? '';
  // oxlint-disable-next-line typescript/no-implied-eval -- a browser does the same
  (new Function(code) as () => void)();
  return document.body.querySelector('main')!;
}

/** React's next rendering, and what follows it before the browser paints. */
async function render(html: string): Promise<void> {
  document.body.innerHTML = `<header>Shop</header>${html}`;
  await Promise.resolve();
}

const BARE = '<div role="alert" lang="en" dir="ltr">Something went wrong.</div>';
const LATE = '<main class="adit-fallback" lang="en">Error</main>';
/** The texts that are seen, without the header. */
const seen = (): readonly (string | null)[] =>
  [...document.body.querySelectorAll<HTMLElement>('main, [role=alert]')]
    .filter(({ style }) => style.display !== 'none')
    .map(({ textContent }) => textContent);

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('has the nonce of the document', () => {
  expect(keepScreen('a=')).toMatch(/^<script nonce="a=">/);
});

it('keeps the screen where React shows the bare message, until it shows the same one', async () => {
  openDocument();
  await render(BARE);
  expect(seen()).toEqual(['Fehler']);
  document.querySelector('[role=alert]')!.outerHTML = LATE;
  await Promise.resolve();
  expect(seen()).toEqual(['Fehler']);
  const late = document.querySelector<HTMLElement>('main[lang=en]')!;
  late.textContent = 'Fehler von React';
  late.lang = 'de';
  await Promise.resolve();
  expect(seen()).toEqual(['Fehler von React']);
  expect(document.querySelectorAll('main')).toHaveLength(1);
});

it('keeps it for at most five seconds', async () => {
  openDocument();
  await render(LATE);
  jest.advanceTimersByTime(4_999);
  expect(seen()).toEqual(['Fehler']);
  jest.advanceTimersByTime(1);
  expect(seen()).toEqual(['Error']);
});

it('keeps it while the page is being reloaded', async () => {
  openDocument();
  await render(BARE);
  document.querySelector('[role=alert]')!.outerHTML = '<section aria-busy="true"></section>';
  await Promise.resolve();
  expect(seen()).toEqual(['Fehler']);
});

it('is gone with a page that the browser could render', async () => {
  const screen = openDocument();
  await render('<article>Page</article>');
  expect([seen(), screen.isConnected]).toEqual([[], false]);
  await render(BARE);
  expect(seen()).toEqual(['Something went wrong.']);
});
