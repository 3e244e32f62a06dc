/** @jest-environment ./jest-environment-browser.cjs */
import { createFakeClock, createRandom } from '@adit/testing';
import { createTabPlatform, createTabStorage } from '../../testing/tab.helper.ts';
import { watchTyping, type TypingWatch } from '../browser/watch-typing.ts';
import { createRouterRuntime, type RouterRuntime } from './router-runtime.ts';
import { sendAction } from './send-action.ts';

const ORIGIN = 'https://app.example';
const PAGES = ['/order/1', '/order/2'];
const FORM = '<form id="order"><input name="name"><textarea name="note"></textarea></form>';
const STEPS = 1_000;
const DEPLOYS = 5;

const fields = () => [...document.querySelectorAll<HTMLInputElement>('input,textarea')];
const typed = (): string => JSON.stringify(fields().map(({ value }) => value));

/** The keeper's chunk is missing. */
const WITHOUT_KEEPER: TypingWatch = {
  keeper: () => undefined,
  load: () => Promise.resolve(undefined),
  hasActed: () => false,
  noteUnsent: () => undefined,
  stop: () => undefined,
};

/**
 * One tab while its server is deployed five times. Next's part is modelled: data of another build becomes a document
 * load, and a build knows its own actions alone.
 */
async function simulateTab(seed: number, keeps: boolean) {
  const random = createRandom(seed);
  const pick = (count: number): number => Math.floor(random() * count);
  const clock = createFakeClock({ now: 1_000_000 });
  const storage = createTabStorage();
  const deploys = new Set<number>();
  while (deploys.size < DEPLOYS) deploys.add(pick(STEPS));

  const navigation = new EventTarget();
  let server = 0;
  let build = 0;
  let page = 0;
  let documents = -1;
  let isReloading = false;
  let close = (): void => undefined;
  let runtime: RouterRuntime;
  let typing: TypingWatch = WITHOUT_KEEPER;
  const result = { documents: 0, lost: 0, submitted: 0, processed: 0, unsent: 0 };

  /** Loads a document from the server. */
  async function open(next: number): Promise<void> {
    const destination = { sameDocument: false, url: ORIGIN + PAGES[next]! };
    navigation.dispatchEvent(Object.assign(new Event('navigate'), { destination }));
    window.dispatchEvent(new Event('pagehide'));
    close();
    documents += 1;
    [build, page, isReloading] = [server, next, false];
    document.body.innerHTML = FORM;
    const load = (): void => void (isReloading = true);
    const location = { href: ORIGIN + PAGES[next]!, assign: load, replace: load, reload: load };
    const platform = createTabPlatform({ clock, location }, storage);
    const soft = { push: load, replace: load, prefetch: load };
    runtime = createRouterRuntime({ platform, soft, buildId: `build ${build}` });
    const stop = runtime.start(Object.assign(new EventTarget(), { location }) as unknown as Window);
    const watch = watchTyping({
      view: { document, addEventListener: window.addEventListener.bind(window), navigation },
      location,
      clock,
      storage: () => storage,
      now: clock.now,
      onUnsent: () => (result.unsent += 1),
    });
    typing = keeps ? watch : WITHOUT_KEEPER;
    if (keeps) runtime.keepWith(watch);
    close = () => {
      stop();
      watch.stop();
    };
    runtime.shown(location.href);
    await clock.advance(6_400);
  }

  async function send(): Promise<void> {
    const { form } = fields()[0]!;
    form!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    const isKnown = build === server;
    const answer = new Response(null, isKnown ? {} : { headers: { 'x-nextjs-action-not-found': '1' } });
    const sent = sendAction(() => Promise.resolve(answer), runtime, typing);
    await clock.advance(0);
    if (isKnown) {
      result.processed += 1;
      form!.reset();
    }
    if (!isReloading) return void (await sent);
    const before = typed();
    await open(page);
    if (typed() !== before) result.lost += 1;
    await send();
  }

  await open(0);
  for (let step = 0; step < STEPS; step += 1) {
    if (deploys.has(step)) server += 1;
    const isOld = build !== server;
    const kind = pick(8);
    if (kind < 4) {
      // A navigation.
      if (isOld) await open(1 - page);
      else {
        page = 1 - page;
        document.body.innerHTML = FORM;
        Object.assign(runtime!.platform.location, { href: ORIGIN + PAGES[page]! });
        runtime!.shown(runtime!.platform.location.href);
      }
    } else if (kind < 6) {
      const field = fields()[pick(2)]!;
      field.value = `text ${step}`;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      await clock.advance(0);
    } else if (kind === 6) {
      // A refresh of the page's data.
      typing.keeper()?.refreshed();
      const before = typed();
      if (isOld) await open(page);
      if (typed() !== before) result.lost += 1;
    } else {
      result.submitted += 1;
      await send();
    }
  }
  close();
  return { ...result, documents };
}

describe('S14 a tab of 1,000 steps, with five deploys', () => {
  const seeds = [1, 2, 3];

  it.each(seeds)('loads at most one document for each, and loses nothing (seed %i)', async (seed) => {
    const { documents, lost, submitted, processed } = await simulateTab(seed, true);
    expect(documents).toBeLessThanOrEqual(DEPLOYS);
    expect(documents).toBeGreaterThan(0);
    expect(submitted).toBeGreaterThan(50);
    expect([lost, processed]).toEqual([0, submitted]);
  });

  it('control: without the keeper, some of these tabs lose fields', async () => {
    let losses = 0;
    for (const seed of [...seeds, 4, 5]) losses += (await simulateTab(seed, false)).lost;
    expect(losses).toBeGreaterThan(0);
  });
});
