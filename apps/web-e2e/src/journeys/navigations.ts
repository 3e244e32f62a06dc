import { answer, held, page, pathOf, QUICK, siteBody, type Answer } from '../support/navigation-answers.ts';
import { startRouterSite, type RouterSite } from '../support/router-site.ts';
import { eventually, untilPage, type Tab, type Visit as VisitOf } from '../support/tab.ts';
import { judged } from './url-vectors.ts';

interface Told {
  readonly type: string;
  readonly phase?: string;
  readonly url: string;
  readonly reason?: string;
  readonly refusal?: string;
}

interface RouterWindow {
  readonly startRouter: (options: Partial<typeof QUICK>) => void;
  readonly startClicks: (answers: readonly object[], patienceMs: number, numbers: typeof QUICK) => void;
  readonly keepBusy: () => void;
  readonly router: {
    readonly events: readonly Told[];
    readonly hard: { hardNavigate(target: string, options: object): { readonly outcome: string } };
    readonly navigator: {
      push(href: string): { readonly outcome: string };
      replace(href: string): { readonly outcome: string };
      redirect(href: string, options: object): { readonly outcome: string };
      proceed(): { readonly outcome: string };
      state(): {
        readonly status: string;
        readonly target?: string;
        readonly hard?: { readonly outcome: string };
      };
      subscribe(listener: () => void): () => void;
    };
  };
}
declare global {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the page's own names
  interface Window extends RouterWindow {}
}

/** The site of these journeys. */
export const startNavigationSite = (): Promise<RouterSite> =>
  startRouterSite({ entry: 'navigations.mjs', answer, body: siteBody });

type Visit = VisitOf<RouterSite>;
type Journey = (visit: Visit) => Promise<void>;

/** Opens the site and starts its router with these numbers. */
export async function open({ tab, site }: Visit, numbers: Partial<typeof QUICK> = {}): Promise<void> {
  site.requests.length = 0;
  await tab.goto(`${site.origin}/home`);
  await start(tab, numbers);
}

async function start(tab: Tab, numbers: Partial<typeof QUICK> = {}): Promise<void> {
  await untilPage(tab, () => 'startRouter' in window);
  await tab.evaluate((options) => {
    window.startRouter(options);
  }, numbers);
}

export const push = (tab: Tab, href: string): Promise<string> =>
  tab.evaluate((target) => window.router.navigator.push(target).outcome, href);

const shows = ({ tab, expect }: Visit, text: string): Promise<void> =>
  eventually(async () => {
    expect(await tab.evaluate(() => document.querySelector('main')?.textContent)).toBe(text);
  });
const warns = ({ tab, expect }: Visit, text: string): Promise<void> =>
  eventually(async () => {
    expect(await tab.evaluate(() => document.querySelector('[role=alert]')?.textContent)).toBe(text);
  });
export const historyLength = (tab: Tab): Promise<number> => tab.evaluate(() => history.length);
const isAt = ({ tab, expect }: Visit, path: string): Promise<void> =>
  eventually(async () => {
    expect(await addressPath(tab)).toBe(path);
  });
const addressPath = (tab: Tab): Promise<string> => tab.evaluate(() => location.pathname);

/** The documents that were requested after the first. */
export const documents = ({ requests }: RouterSite): readonly string[] =>
  requests.map(({ path }) => pathOf(path).pathname).filter((path) => !path.includes('.') && path !== '/home');

const failing =
  (data: Answer): Journey =>
  async (visit) => {
    const { tab, site, expect } = visit;
    await open(visit);
    await push(tab, `${page('/bad', { data })}#part`);
    await shows(visit, 'document /bad');
    expect(await tab.evaluate(() => location.hash)).toBe('#part');
    expect(documents(site)).toEqual(['/bad']);
  };

const refusing =
  (verdict: RegExp): Journey =>
  async (visit) => {
    const { tab, site, expect } = visit;
    await open(visit);
    const hrefs = judged(verdict);
    const outcomes = await tab.evaluate((list) => {
      const { navigator, hard } = window.router;
      return (JSON.parse(list) as string[]).flatMap((href) => [
        navigator.push(href).outcome,
        navigator.replace(href).outcome,
        hard.hardNavigate(href, { reason: 'confirmed' }).outcome,
      ]);
      // As text, because protocols cut a string at a NUL.
    }, JSON.stringify(hrefs));
    expect(outcomes.length).toBeGreaterThan(15);
    expect([...new Set(outcomes)]).toEqual(['refused']);
    await warns(visit, 'unsafe-url');
    expect(await addressPath(tab)).toBe('/home');
    expect(site.requests.filter(({ path }) => path !== '/home' && path !== '/entry.js')).toEqual([]);
  };

/** Journeys that every browser makes, by their titles. */
export const NAVIGATIONS: Readonly<Record<string, Journey>> = {
  '26 S5 S6 push adds one history entry, replace none, softly and by a document': async (visit) => {
    const { tab, site, expect } = visit;
    await open(visit);
    const before = await historyLength(tab);
    await push(tab, '/pushed');
    await shows(visit, 'soft /pushed');
    expect(await historyLength(tab)).toBe(before + 1);
    await tab.evaluate(() => {
      window.router.navigator.replace('/replaced');
    });
    await shows(visit, 'soft /replaced');
    expect(await historyLength(tab)).toBe(before + 1);
    await tab.evaluate(() => {
      history.back();
    });
    await isAt(visit, '/home');
    await tab.evaluate(() => {
      history.forward();
    });
    await isAt(visit, '/replaced');
    await tab.evaluate(
      (href) => {
        window.router.navigator.replace(href);
      },
      page('/hard', { data: 'broken' }),
    );
    await shows(visit, 'document /hard');
    expect(await historyLength(tab)).toBe(before + 1);
    await start(tab);
    await push(tab, page('/hard-pushed', { data: 'broken' }));
    await shows(visit, 'document /hard-pushed');
    expect(await historyLength(tab)).toBe(before + 2);
    expect(documents(site)).toEqual(['/hard', '/hard-pushed']);
  },

  '27 a push of the current address adds no entry': async (visit) => {
    const { tab, expect } = visit;
    await open(visit);
    const before = await historyLength(tab);
    await push(tab, '/home');
    await shows(visit, 'soft /home');
    expect(await tab.evaluate(() => window.router.navigator.state().status)).toBe('idle');
    expect(await historyLength(tab)).toBe(before);
  },

  '29 S32 the deadline passes on a page that is never idle, and loads the document': async (visit) => {
    const { tab } = visit;
    await open(visit, QUICK);
    await tab.evaluate(() => {
      window.keepBusy();
    });
    await push(tab, page('/slow', { data: 'hang' }));
    await shows(visit, 'document /slow');
  },

  'S32 control: without a deadline, nothing follows a click whose data hang': async (visit) => {
    const { tab, site, expect } = visit;
    await open(visit, { ...QUICK, routeLoadTimeoutMs: 600_000 });
    await push(tab, page('/slow', { data: 'hang' }));
    await eventually(async () => {
      expect(await tab.evaluate(() => window.router.events.map(({ phase }) => phase))).toContain('slow');
    });
    expect([documents(site), await addressPath(tab)]).toEqual([[], '/home']);
  },

  '31 S14 data that are not OK lead to the document, fragment and all': failing('broken'),
  '31 S14 data that are no data lead to the document, fragment and all': failing('html'),
  '31 S14 data that are cut lead to the document, fragment and all': failing('cut'),

  '34 a newer navigation supersedes the older, whose late answer changes nothing': async (visit) => {
    const { tab, expect } = visit;
    await open(visit);
    held.length = 0;
    await push(tab, page('/older', { data: 'held' }));
    await eventually(() => {
      expect(held).toHaveLength(1);
    });
    await push(tab, '/newer');
    await shows(visit, 'soft /newer');
    held.pop()?.();
    // An answer after the held one: that one has arrived.
    await push(tab, '/newest');
    await shows(visit, 'soft /newest');
    const told = await tab.evaluate(() =>
      window.router.events.map(({ url, phase }) => `${new URL(url).pathname} ${String(phase)}`),
    );
    expect(told.filter((line) => !line.endsWith('slow'))).toEqual([
      '/older started',
      '/older abandoned',
      '/newer started',
      '/newer done',
      '/newest started',
      '/newest done',
    ]);
  },

  '34 a newer navigation supersedes a document that is on its way': async (visit) => {
    const { tab, site, expect } = visit;
    await open(visit, { ...QUICK, documentTimeoutMs: 30_000 });
    held.length = 0;
    await tab.evaluate(
      (older) => {
        const { navigator } = window.router;
        const goOn = (): void => {
          navigator.push('/newer');
        };
        const stop = navigator.subscribe(() => {
          const { target, hard } = navigator.state();
          if (hard?.outcome !== 'navigating' || target?.includes('/older') !== true) return;
          stop();
          // Answered once the document has been requested. WebKit aborts it then.
          void fetch('/once-held.json').then(goOn, goOn);
        });
        navigator.push(older);
      },
      page('/older', { data: 'hang', document: 'held' }),
    );
    await shows(visit, 'document /newer');
    expect(held).toHaveLength(1);
    held.pop()?.();
    expect(await addressPath(tab)).toBe('/newer');
    expect(documents(site)).toEqual(['/older', '/newer']);
  },

  '38 no address of another site, whatever its slashes, backslashes and tabs, moves the page': refusing(
    /^(external|credentials|malformed)/,
  ),
  '39 no javascript: address, whatever its case and its control characters, moves the page':
    refusing(/^scheme$/),

  '39 control: the browser itself runs a javascript: address, whatever its control characters': async (
    visit,
  ) => {
    const { tab, expect } = visit;
    await open(visit);
    await tab.evaluate(() => {
      location.assign('java\tscript:void(document.title = "ran")');
    });
    await eventually(async () => {
      expect(await tab.evaluate(() => document.title)).toBe('ran');
    });
  },

  'S32 a document answered with nothing is noticed, and the visitor may insist': async (visit) => {
    const { tab, site, expect } = visit;
    await open(visit, QUICK);
    await push(tab, page('/empty', { data: 'hang', document: 'empty' }));
    await warns(visit, 'no-document');
    await shows(visit, 'document /home');
    expect(await tab.evaluate(() => window.router.navigator.proceed().outcome)).toBe('navigating');
    await eventually(() => {
      expect(documents(site)).toEqual(['/empty', '/empty']);
    });
    await warns(visit, 'no-document');
  },

  'S32 what the visitor has typed is not lost to a deadline, until they agree': async (visit) => {
    const { tab, expect } = visit;
    await open(visit, QUICK);
    await tab.type('input', 'half a letter');
    await push(tab, page('/slow', { data: 'hang' }));
    await warns(visit, 'unsaved-input');
    expect(await tab.evaluate(() => document.querySelector('input')?.value)).toBe('half a letter');
    await tab.evaluate(() => {
      window.router.navigator.proceed();
    });
    await shows(visit, 'document /slow');
  },

  'no click is dead among sixteen that hang, fail or come late': async (visit) => {
    const { tab, expect } = visit;
    const data = ['quick', 'hang', 'broken', 'html', 'late:30', 'late:300', 'late:700', 'hang'];
    const documentAnswers = ['quick', 'quick', 'empty', 'late:100', 'hang'];
    const answers = Array.from({ length: 16 }, (_, click) => ({
      data: data[click % data.length],
      document: documentAnswers[click % documentAnswers.length],
    }));
    await open(visit);
    await tab.evaluate(
      (list, numbers) => {
        setTimeout(() => {
          window.startClicks(list, 3_000, numbers);
        });
      },
      answers,
      QUICK,
    );
    const fates = (): Promise<readonly string[]> =>
      tab.evaluate(
        () =>
          (JSON.parse(sessionStorage.getItem('clicks') ?? '{}') as { fates?: readonly string[] }).fates ?? [],
      );
    await eventually(async () => {
      expect(await fates()).toHaveLength(16);
    });
    expect(await fates()).not.toContain('dead');
    expect(await fates()).toEqual(expect.arrayContaining(['soft', 'document', 'no-document']));
  },
};
