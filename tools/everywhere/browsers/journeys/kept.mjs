// Errors of pages that end badly: the browser keeps them, and the next page of the origin sends them.
import {
  closed,
  closedOffline,
  closedOfflineWithSdk,
  countArrived,
  leftWhileItLoads,
} from 'everywhere-e2e/src/journeys/kept.ts';
import { startEarlySite } from 'everywhere-e2e/src/support/early-site.ts';
import { startLine } from 'everywhere-e2e/src/support/line.ts';
import { ENGINE, useBrowser } from '../browser.mjs';

const used = useBrowser({
  served: { site: startEarlySite, line: ({ site }) => startLine(site.origin) },
});

/** The number of pages that end badly in each way. `KEPT_PAGES` sets another number. */
const PAGES = Number(process.env.KEPT_PAGES ?? 10);
const visitor = () => ({ ...used, expect });

const ENDS = [
  ['a tab that is closed before the SDK is there', closed],
  ['a page that is left while it loads', leftWhileItLoads],
  ['a tab that is closed on a line that is cut', closedOffline],
  ['a tab that is closed on a line that is cut, with the SDK', closedOfflineWithSdk],
];

/** Ends in which an error is lost for sure without a store. */
const isLossy = ([, end]) =>
  [closedOffline, closedOfflineWithSdk].includes(end) || (ENGINE === 'webkit' && end === leftWhileItLoads);

describe('an error of', () => {
  it.each(ENDS)(
    `%s arrives at once or with the next page, ${PAGES} of ${PAGES}`,
    async (_title, end) => {
      expect(await countArrived(visitor(), end, PAGES)).toBe(PAGES);
    },
    60_000 + PAGES * 10_000,
  );

  it.each(ENDS.filter(isLossy))('control: %s is lost if errors are not kept', async (_title, end) => {
    expect(await countArrived(visitor(), end, 3, false)).toBeLessThan(3);
  });
});
