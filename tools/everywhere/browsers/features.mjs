// The features tested in each browser: rows of the table.
import { join } from 'node:path';
import { ROOT } from '../../src/projects.mjs';

const BROWSERS = ['browser'];

const journeys = (name, about, files = [name]) => ({
  name,
  about,
  kinds: BROWSERS,
  files: files.map((file) => join(ROOT, 'tools/everywhere/browsers/journeys', `${file}.mjs`)),
  timeoutMs: 300_000,
});

export const JOURNEYS = [
  journeys('lacks', 'what the engine lacks, by the table below'),
  journeys(
    'early',
    'errors of 30 kinds before the SDK, reported as an SDK reports that was there; pages that are left or closed, or come back; a content security policy',
  ),
  journeys(
    'offline',
    'errors while there is no network, before the SDK and with it; a click without a network',
    ['offline', 'app-offline'],
  ),
  {
    ...journeys(
      'kept',
      'errors of pages that are closed, left or without a network, which the next page sends',
    ),
    timeoutMs: 7_200_000,
  },
  journeys(
    'no storage',
    'a visitor who refuses cookies and storage: errors, reloads, and the built application',
    ['no-storage', 'app-no-storage'],
  ),
  journeys('replay', 'session replay of a visit with an error, decoded at ingest'),
  journeys('vitals', 'the web vitals that the engine measures, of an SDK that comes late'),
  journeys(
    'noise',
    'noise, raised by the engine where it can be, and what resembles it, in the words of the engine',
  ),
  journeys(
    'router',
    'navigations, history and deadlines, the reload breaker, the back/forward cache, the gate for addresses',
  ),
  journeys('links', 'prefetching of plain links'),
  journeys(
    'screens',
    'the error screens: axe, right to left, 320 pixels wide, without scripts, in forced colours',
    ['screens', 'forced-colours'],
  ),
  journeys(
    'application',
    'the built application: its errors arrive at ingest, its screens, full page loads, prefetches at most so many at once',
    ['app'],
  ),
];

/** Tests that must fail, except the first. */
export const BROWSER_CONTROLS = {
  ...journeys('controls', ''),
  name: 'browser controls',
  passed: 1,
  failed: 5,
};
