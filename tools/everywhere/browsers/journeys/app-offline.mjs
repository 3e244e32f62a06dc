// The built application during a network failure: the visitor's screens, and the errors reported.
import { errorMessages, waitForError } from 'everywhere-e2e/src/support/envelopes.ts';
import { application, headingIs, openLab, press, throwError } from '../application.mjs';
import { eventually, untilPage, useBrowser } from '../browser.mjs';
import { startLine } from 'everywhere-e2e/src/support/line.ts';

const used = useBrowser({
  served: { ...application(), line: ({ proxy }) => startLine(proxy.origin) },
});

beforeEach(() => {
  used.ingest.reset();
  used.proxy.requests.length = 0;
  used.line.mend();
});

const open = () => openLab(used, used.line.origin);
const REJECTED = 'The lab rejected this promise';

describe('the application on a line that is cut', () => {
  it('sends an error once the line is mended', async () => {
    const tab = await open();
    // After that, the SDK is loaded.
    await throwError(used, tab);
    used.line.cut();
    await press(tab, '#unhandled-rejection button');
    expect(await tab.evaluate(() => fetch('/').then(String, () => 'failed'))).toBe('failed');
    expect(errorMessages(used.ingest).join()).not.toContain(REJECTED);
    used.line.mend();
    await press(tab, '#client-error button');
    await waitForError(used.ingest, REJECTED);
  });

  it('shows the offline screen after a click, and goes on once the line is mended', async () => {
    const tab = await open();
    // Until the router's chunk is loaded, Next navigates alone, and nothing is prefetched.
    await eventually(() =>
      expect(used.proxy.requests.some(({ kind }) => kind.endsWith('prefetch'))).toBe(true),
    );
    used.line.cut();
    await press(tab, 'nav a[href="/"]');
    await untilPage(tab, () =>
      [...document.querySelectorAll('h1')].some(({ textContent }) => textContent === 'You are offline'),
    );
    used.line.mend();
    await tab.evaluate(() =>
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Try again').click(),
    );
    await headingIs(tab, 'Errors arrive');
  });
});
