// Noise, and errors that resemble it, in the engine's own words.
import { startNoiseSite } from 'everywhere-e2e/src/support/noise-site.ts';
import {
  CONTROL,
  dropsNoise,
  messages,
  NOISE,
  open,
  raiseControl,
  REAL,
  sendsErrors,
  sendsMissingModule,
  sendsNoiseInDryRun,
  untilReady,
} from 'everywhere-e2e/src/journeys/noise.ts';
import { ENGINE, useBrowser } from '../browser.mjs';

const used = useBrowser({ served: { site: startNoiseSite } });

const newVisit = async () => ({ tab: await used.openTab(), site: used.site, expect, engine: ENGINE });

describe.each(NOISE.map((noise) => [noise.name, noise]))('%s', (_name, noise) => {
  it('is dropped, and counted by its rule alone', async () => dropsNoise(await newVisit(), [noise]));

  it('control: is sent in a dry run', async () => sendsNoiseInDryRun(await newVisit(), [noise]));
});

describe.each(REAL.map((error) => [error.name, error]))('%s', (_name, error) => {
  it('is sent, in the words of the engine', async () => sendsErrors(await newVisit(), [error]));
});

describe('chunk-load-error', () => {
  it('sends a module that does not load, grouped', async () => sendsMissingModule(await newVisit()));
});

describe('a page that is left while requests are under way', () => {
  it('reports nothing of what the engine aborts', async () => {
    const visit = await newVisit();
    await open(visit);
    await visit.tab.evaluate(() => {
      for (let request = 0; request < 5; request += 1) void fetch(`/held?${request}`);
    });
    await visit.tab.goto(`${used.site.origin}/?next`);
    await untilReady(visit.tab);
    await raiseControl(visit);
    expect(messages(used.site)).toEqual([CONTROL]);
  });
});
