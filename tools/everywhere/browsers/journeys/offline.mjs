// Errors without a network: a browser that reports it, and a connection that fails silently.
import { fail, reports as reportsOf, untilSdkIsThere } from 'everywhere-e2e/src/journeys/early.ts';
import { startEarlySite, holdChunk } from 'everywhere-e2e/src/support/early-site.ts';
import { eventually, useBrowser } from '../browser.mjs';
import { startLine } from 'everywhere-e2e/src/support/line.ts';

const used = useBrowser({
  served: { site: startEarlySite, line: ({ site }) => startLine(site.origin) },
});

beforeEach(() => {
  used.site.reset();
  used.line.mend();
});

const reports = () => reportsOf(used.site);
const comes = (expected) => eventually(() => expect(reports()).toEqual(expected));

/** A page whose SDK handles events as the transport does, `lost` by default. */
async function open(transport, origin = used.line.origin) {
  const tab = await used.openTab(`${origin}/late?script=life&transport=${transport}`);
  await untilSdkIsThere(tab);
  return tab;
}

/** Waits until each request of the SDK has succeeded or failed. */
const untilSettled = (tab) => tab.evaluate(async () => void (await window.monitoring.flush(30_000)));

/** Raises two errors on a cut connection. */
async function failOnCutLine(transport) {
  const tab = await open(transport);
  used.line.cut();
  await fail(tab, 'first');
  await fail(tab, 'second');
  await untilSettled(tab);
  return tab;
}

/** The number of errors that `makeBrowserOfflineTransport` has stored. */
const stored = (tab) =>
  tab.evaluate(
    () =>
      new Promise((resolve) => {
        const request = window.indexedDB.open('sentry-offline');
        request.onsuccess = () => {
          const all = request.result.transaction('queue').objectStore('queue').getAll();
          const textOf = (kept) => (typeof kept === 'string' ? kept : new window.TextDecoder().decode(kept));
          const isError = (kept) => textOf(kept).includes('"type":"event"');
          all.onsuccess = () => resolve(all.result.filter(isError).length);
        };
      }),
  );

describe('a line that is cut while the SDK is there', () => {
  it('keeps no error back for ever: they arrive by themselves once it is mended', async () => {
    await failOnCutLine('memory');
    expect(reports()).toEqual([]);
    used.line.mend();
    await comes(['first (SDK)', 'second (SDK)']);
  });

  it('sends them after the next error that arrives', async () => {
    const tab = await failOnCutLine('memory');
    used.line.mend();
    await fail(tab, 'third');
    await eventually(() =>
      expect(reports().toSorted()).toEqual(['first (SDK)', 'second (SDK)', 'third (SDK)']),
    );
  });

  it('control: without a transport that keeps them, they are lost', async () => {
    const tab = await failOnCutLine('lost');
    used.line.mend();
    await fail(tab, 'third');
    await comes(['third (SDK)']);
  });

  it('loses them if the page is closed, unless they are kept or stored', async () => {
    for (const [transport, expected] of [
      ['memory&unkept', ['third (SDK)']],
      ['memory', ['first (beacon)', 'second (beacon)', 'third (SDK)']],
      ['stored&unkept', ['first (SDK)', 'second (SDK)', 'third (SDK)']],
    ]) {
      used.site.reset();
      const tab = await failOnCutLine(transport);
      if (transport.startsWith('stored')) await eventually(async () => expect(await stored(tab)).toBe(2));
      await used.close(tab);
      used.line.mend();
      await fail(await open(transport), 'third');
      await eventually(() => expect(reports().toSorted()).toEqual(expected));
    }
  });
});

describe('a browser that is off line', () => {
  it('with the SDK, sends the errors at once when it is on line again', async () => {
    const tab = await open('memory', used.site.origin);
    await tab.setOffline(true);
    await fail(tab, 'first');
    await fail(tab, 'second');
    await untilSettled(tab);
    expect(reports()).toEqual([]);
    await tab.setOffline(false);
    await comes(['first (SDK)', 'second (SDK)']);
  });

  it('before the SDK, waits with them, and loads the SDK when it is on line again', async () => {
    const release = holdChunk(used.site);
    used.site.chunk.failures = 1;
    const tab = await used.openTab(`${used.site.origin}/late?script=life`);
    await eventually(() => expect(used.site.chunk.requests).toBeGreaterThan(0));
    await tab.setOffline(true);
    release();
    await fail(tab, 'early');
    // By then, all attempts would have been made.
    await tab.evaluate(() => new Promise((resolve) => setTimeout(resolve, 6_000)));
    expect(reports()).toEqual([]);
    await tab.setOffline(false);
    await comes(['early (SDK)']);
  });
});
