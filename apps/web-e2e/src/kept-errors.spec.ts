import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import {
  closed,
  closedOffline,
  closedOfflineWithSdk,
  countArrived,
  countKept,
  leftWhileItLoads,
  type Visitor,
} from './journeys/kept.ts';
import { untilSdkIsThere } from './journeys/early.ts';
import { titles } from './support/early-events.ts';
import type { EarlySite } from './support/early-site.ts';
import { expect, test as base } from './support/early-test.ts';
import { startLine, type Line } from './support/line.ts';
import { tabOf, type Tab } from './support/tab.ts';

/** `KEPT_PAGES` sets another number of pages that end badly. */
const PAGES = Number(process.env['KEPT_PAGES'] ?? 3);

/** A visitor with the tabs of one browser, all of which store in the same place. */
function visitorOf(context: BrowserContext, site: EarlySite, line: Line): Visitor {
  const pages = new Map<Tab, Page>();
  return {
    site,
    line,
    expect,
    openTab: async (url) => {
      const page = await context.newPage();
      const tab = tabOf(page);
      pages.set(tab, page);
      await tab.goto(url);
      return tab;
    },
    close: async (tab) => {
      const page = pages.get(tab) as Page;
      const isClosed = page.waitForEvent('close');
      // Otherwise the browser closes the page without firing events.
      await page.close({ runBeforeUnload: true });
      await isClosed;
    },
  };
}

const test = base.extend<{ line: Line; visitor: Visitor }>({
  line: async ({ site }, use) => {
    const line = await startLine(site.origin);
    await use(line);
    await line.close();
  },
  visitor: ({ context, site, line }, use) => use(visitorOf(context, site, line)),
});

const ENDS = [
  ['a tab that is closed before the SDK is there', closed],
  ['a page that is left while it loads', leftWhileItLoads],
  ['a tab that is closed without a network', closedOffline],
  ['a tab that is closed without a network, with the SDK', closedOfflineWithSdk],
] as const;

test.describe('the error of', () => {
  for (const [title, end] of ENDS)
    test(`${title} arrives at once or with the next page (${PAGES} of ${PAGES})`, async ({ visitor }) => {
      test.setTimeout(60_000 + PAGES * 10_000);
      expect(await countArrived(visitor, end, PAGES)).toBe(PAGES);
    });

  for (const [title, end] of ENDS.slice(2))
    test(`control: ${title} is lost if errors are not kept`, async ({ visitor }) => {
      expect(await countArrived(visitor, end, 3, false)).toBeLessThan(3);
    });
});

test('two pages that are opened at once send each error once', async ({ visitor, site, line }) => {
  site.reset();
  for (const message of ['end 0', 'end 1', 'end 2']) {
    await closedOffline(visitor, message, '');
    line.mend();
  }
  const tabs = await Promise.all([0, 1].map(() => visitor.openTab(`${line.origin}/late?script=life`)));
  for (const tab of tabs) await untilSdkIsThere(tab);
  await expect.poll(() => countKept(tabs[0] as Tab)).toBe(0);
  expect([...titles(site.events('late'))].sort()).toEqual(['end 0', 'end 1', 'end 2']);
});

test('an error without a network arrives after the browser was closed and opened again', async ({
  site,
  line,
}) => {
  const profile = await mkdtemp(join(tmpdir(), 'adit-profile-'));
  const launch = () => chromium.launchPersistentContext(profile, test.info().project.use.launchOptions);
  try {
    site.reset();
    const evening = await launch();
    await closedOffline(visitorOf(evening, site, line), 'end of the day', '');
    await evening.close();
    line.mend();
    const morning = await launch();
    await visitorOf(morning, site, line).openTab(`${line.origin}/late?script=life`);
    await expect.poll(() => titles(site.events('late'))).toEqual(['end of the day']);
    await morning.close();
  } finally {
    // The browser may still be writing.
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});
