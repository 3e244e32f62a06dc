// Navigations and their deadlines, the reload breaker, the back/forward cache and the gate for addresses.
import { readFileSync } from 'node:fs';
import { startRouterSite } from 'everywhere-e2e/src/support/router-site.ts';
import { answer, held, page, QUICK, siteBody } from 'everywhere-e2e/src/support/navigation-answers.ts';
import { answerReloads, MODES } from 'everywhere-e2e/src/support/reload-modes.ts';
import { ENGINE, eventually, untilPage, useBrowser } from '../browser.mjs';

const used = useBrowser({
  served: {
    navigations: () => startRouterSite({ entry: 'navigations.mjs', answer, body: siteBody }),
    reloads: () => startRouterSite({ entry: 'reloads.mjs', answer: answerReloads }),
    recovery: () =>
      startRouterSite({
        entry: 'recovery.mjs',
        body: () => '<main data-build="A"><form><input id="name"></form><output></output></main>',
      }),
  },
});

async function open(numbers = {}) {
  used.navigations.requests.length = 0;
  const tab = await used.openTab(`${used.navigations.origin}/home`);
  await untilPage(tab, () => window.startRouter !== undefined);
  await tab.evaluate((options) => window.startRouter(options), numbers);
  return tab;
}

const push = (tab, href) => tab.evaluate((target) => window.router.navigator.push(target).outcome, href);
const shows = (tab, text) =>
  eventually(async () =>
    expect(await tab.evaluate(() => document.querySelector('main')?.textContent)).toBe(text),
  );
const warns = (tab, text) =>
  eventually(async () =>
    expect(await tab.evaluate(() => document.querySelector('[role=alert]')?.textContent)).toBe(text),
  );
const historyLength = (tab) => tab.evaluate(() => history.length);
const pathOf = (tab) => tab.evaluate(() => location.pathname);
const documents = () =>
  used.navigations.requests
    .map(({ path }) => path.split('?')[0])
    .filter((path) => !path.includes('.') && path !== '/home');

describe('navigations', () => {
  it('push adds one history entry, replace none, softly and by a document', async () => {
    const tab = await open();
    const before = await historyLength(tab);
    await push(tab, '/pushed');
    await shows(tab, 'soft /pushed');
    expect(await historyLength(tab)).toBe(before + 1);
    await tab.evaluate(() => void window.router.navigator.replace('/replaced'));
    await shows(tab, 'soft /replaced');
    expect(await historyLength(tab)).toBe(before + 1);
    await tab.evaluate(
      (href) => void window.router.navigator.replace(href),
      page('/hard', { data: 'broken' }),
    );
    await shows(tab, 'document /hard');
    expect(await historyLength(tab)).toBe(before + 1);
    await untilPage(tab, () => window.startRouter !== undefined);
    await tab.evaluate(() => window.startRouter({}));
    await push(tab, page('/hard-pushed', { data: 'broken' }));
    await shows(tab, 'document /hard-pushed');
    expect(await historyLength(tab)).toBe(before + 2);
    expect(documents()).toEqual(['/hard', '/hard-pushed']);
  });

  it('a push of the current address adds no entry', async () => {
    const tab = await open();
    const before = await historyLength(tab);
    await push(tab, '/home');
    await shows(tab, 'soft /home');
    expect(await historyLength(tab)).toBe(before);
  });

  it('the deadline passes on a page that is never idle, and loads the document', async () => {
    const tab = await open(QUICK);
    await tab.evaluate(() => window.keepBusy());
    await push(tab, page('/slow', { data: 'hang' }));
    await shows(tab, 'document /slow');
  });

  it('control: without a deadline, nothing follows a click whose data hang', async () => {
    const tab = await open({ ...QUICK, routeLoadTimeoutMs: 600_000 });
    await push(tab, page('/slow', { data: 'hang' }));
    await eventually(async () =>
      expect(await tab.evaluate(() => window.router.events.map(({ phase }) => phase))).toContain('slow'),
    );
    expect([documents(), await pathOf(tab)]).toEqual([[], '/home']);
  });

  for (const data of ['broken', 'html', 'cut']) {
    it(`data that are ${data} lead to the document, fragment and all`, async () => {
      const tab = await open();
      await push(tab, `${page('/bad', { data })}#part`);
      await shows(tab, 'document /bad');
      expect(await tab.evaluate(() => location.hash)).toBe('#part');
      expect(documents()).toEqual(['/bad']);
    });
  }

  it('a document answered with nothing is noticed, and the visitor may insist', async () => {
    const tab = await open(QUICK);
    await push(tab, page('/empty', { data: 'hang', document: 'empty' }));
    await warns(tab, 'no-document');
    expect(await tab.evaluate(() => window.router.navigator.proceed().outcome)).toBe('navigating');
    await eventually(() => expect(documents()).toEqual(['/empty', '/empty']));
  });

  it('what the visitor has typed is not lost to a deadline, until they agree', async () => {
    const tab = await open(QUICK);
    await tab.type('input', 'half a letter');
    await push(tab, page('/slow', { data: 'hang' }));
    await warns(tab, 'unsaved-input');
    expect(await tab.evaluate(() => document.querySelector('input').value)).toBe('half a letter');
    await tab.evaluate(() => void window.router.navigator.proceed());
    await shows(tab, 'document /slow');
  });

  it('a newer navigation supersedes the older, whose late answer changes nothing', async () => {
    const tab = await open();
    held.length = 0;
    await push(tab, page('/older', { data: 'held' }));
    await eventually(() => expect(held).toHaveLength(1));
    await push(tab, '/newer');
    await shows(tab, 'soft /newer');
    held.pop()();
    await push(tab, '/newest');
    await shows(tab, 'soft /newest');
    const phases = await tab.evaluate(() =>
      window.router.events.map(({ url, phase }) => `${new URL(url).pathname} ${phase}`),
    );
    expect(phases).toContain('/older abandoned');
    expect(phases).not.toContain('/older done');
  });

  it('a newer navigation supersedes a document that is on its way', async () => {
    const tab = await open({ ...QUICK, documentTimeoutMs: 30_000 });
    held.length = 0;
    await tab.evaluate(
      (older) => {
        const { navigator } = window.router;
        const goOn = () => void navigator.push('/newer');
        const stop = navigator.subscribe(() => {
          const { target, hard } = navigator.state();
          if (hard?.outcome !== 'navigating' || target?.includes('/older') !== true) return;
          stop();
          // Answered once the document has been asked for. WebKit breaks it off then.
          void fetch('/once-held.json').then(goOn, goOn);
        });
        navigator.push(older);
      },
      page('/older', { data: 'hang', document: 'held' }),
    );
    await shows(tab, 'document /newer');
    held.pop()?.();
    expect(await pathOf(tab)).toBe('/newer');
  });

  it('no click is dead among sixteen that hang, fail or come late', async () => {
    const data = ['quick', 'hang', 'broken', 'html', 'late:30', 'late:300', 'late:700', 'hang'];
    const documentAnswers = ['quick', 'quick', 'empty', 'late:100', 'hang'];
    const answers = Array.from({ length: 16 }, (_, click) => ({
      data: data[click % data.length],
      document: documentAnswers[click % documentAnswers.length],
    }));
    const tab = await open();
    await tab.evaluate(
      (list, numbers) => void setTimeout(() => window.startClicks(list, 3_000, numbers)),
      answers,
      QUICK,
    );
    const fates = () => tab.evaluate(() => JSON.parse(sessionStorage.getItem('clicks')).fates);
    await eventually(async () => expect(await fates()).toHaveLength(16), { timeoutMs: 28_000 });
    expect(await fates()).not.toContain('dead');
    expect(await fates()).toEqual(expect.arrayContaining(['soft', 'document', 'no-document']));
  }, 40_000);
});

describe('the reload breaker', () => {
  async function failTwentyTimes(path) {
    used.reloads.requests.length = 0;
    const tab = await used.openTab(`${used.reloads.origin}${path}`);
    await eventually(async () =>
      expect(await tab.evaluate(() => document.documentElement.dataset.tries)).toBe('20'),
    );
    return {
      reloads: used.reloads.requests.filter((request) => request.path === path).length - 1,
      shown: await tab.evaluate(() => document.documentElement.dataset.shown),
    };
  }

  it.each(MODES)(
    'reloads once in 20 failures and then shows a screen, where storage is: %s',
    async (mode) => {
      expect(await failTwentyTimes(`/ours/${mode}`)).toEqual({ reloads: 1, shown: 'error screen' });
    },
  );

  it.each(['/nuxt/throws', '/address/stripped'])(
    'control: another guard reloads 20 times in 20: %s',
    async (path) => {
      expect(await failTwentyTimes(path)).toEqual({ reloads: 20, shown: 'nothing' });
    },
  );
});

describe('the back/forward cache', () => {
  /** Leaves by a document, comes back, and wants to go there again. */
  async function leaveTwice(path) {
    used.recovery.requests.length = 0;
    const tab = await used.openTab(`${used.recovery.origin}${path}`);
    // Firefox keeps no page that is left while it loads.
    const isLoaded = () => window.app !== undefined && document.readyState === 'complete';
    const isThere = () => window.app !== undefined && location.pathname === '/there';
    await untilPage(tab, isLoaded);
    await tab.evaluate(() => void window.app.navigator.push('/there'));
    await untilPage(tab, isThere);
    await tab.evaluate(() => void setTimeout(() => history.back()));
    await eventually(async () =>
      expect(await tab.evaluate(() => [location.pathname, window.isRestored])).toEqual(['/here', true]),
    );
    await tab.evaluate(() => void window.app.navigator.push('/there'));
    return tab;
  }
  const asked = () => used.recovery.requests.filter(({ path }) => path === '/there').length;

  it('a page that it brings back goes to the same place again', async () => {
    const tab = await leaveTwice('/here');
    await untilPage(tab, () => location.pathname === '/there');
    expect(asked()).toBe(2);
  });

  it('a page that it brings back finds in the storage of its tab what was there when it was left, in Firefox alone', async () => {
    const tab = await used.openTab(`${used.recovery.origin}/here`);
    await untilPage(tab, () => window.app !== undefined && document.readyState === 'complete');
    await tab.evaluate(() => {
      sessionStorage.setItem('kept', 'by the first page');
      setTimeout(() => location.assign('/there'));
    });
    await untilPage(tab, () => window.app !== undefined && location.pathname === '/there');
    await tab.evaluate(() => {
      sessionStorage.setItem('kept', 'by the second page');
      setTimeout(() => history.back());
    });
    await untilPage(tab, () => location.pathname === '/here' && window.isRestored === true);
    const kept = `by the ${ENGINE === 'firefox' ? 'first' : 'second'} page`;
    expect(await tab.evaluate(() => sessionStorage.getItem('kept'))).toBe(kept);
  });

  it('the visitor of a page that it brings back may insist on the same place', async () => {
    const tab = await leaveTwice('/here');
    if (ENGINE === 'firefox') {
      await eventually(async () =>
        expect(await tab.evaluate(() => window.events.at(-1))).toMatchObject({ reason: 'already-reloaded' }),
      );
      await tab.evaluate(() => void window.app.navigator.proceed());
    }
    await untilPage(tab, () => location.pathname === '/there');
    expect(asked()).toBe(2);
  });

  it('control: without what the page does then, it stays', async () => {
    const tab = await leaveTwice('/here?control=no-reset');
    await eventually(async () =>
      expect(await tab.evaluate(() => window.events.at(-1))).toMatchObject({ reason: 'no-document' }),
    );
    expect(asked()).toBe(1);
  });
});

describe('Back before the page listens', () => {
  const goBackEarly = async (query) => {
    const tab = await used.openTab(`${used.recovery.origin}/first${query}`);
    await untilPage(tab, () => window.app !== undefined);
    await tab.evaluate((search) => {
      history.pushState({}, '', `/second${search}`);
      window.isOld = true;
      setTimeout(() => location.reload());
    }, query);
    await untilPage(tab, () => window.app !== undefined && window.isOld === undefined);
    await tab.evaluate(() => void setTimeout(() => history.back()));
    await untilPage(tab, () => location.pathname === '/first');
    await tab.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    await tab.evaluate(() => window.app.hydrate());
    return tab.evaluate(() => document.querySelector('output').textContent);
  };

  it('is replayed', async () => expect(await goBackEarly('')).toBe('at /first'));
  it('control: is lost without a replay', async () =>
    expect(await goBackEarly('?control=no-replay')).toBe(''));
});

describe('the gate for addresses', () => {
  const readRouter = (path) =>
    readFileSync(new URL(`../../../../libs/router/${path}`, import.meta.url), 'utf8');
  const { base, vectors, disputed } = JSON.parse(readRouter('testing/url-vectors.contract.json'));
  const known = Object.values(vectors).flat();

  /** What an engine's own parser reads otherwise: Firefox ends a relative address at a NUL, WebKit takes no `https:/`. Both are safe. */
  const OWN_WAYS = {
    chromium: {},
    firefox: { 'java\u0000script:alert(1)': 'internal /shop/java' },
    webkit: { 'https:/': 'malformed' },
  }[ENGINE];

  it(`judges ${known.length} addresses as Node does, and the engine follows them where the verdict says`, async () => {
    const tab = await used.openTab(`${used.recovery.origin}/gate`);
    const judged = await tab.evaluate(
      async (source, list, baseUrl) => {
        const hrefs = JSON.parse(list);
        const module = new Blob([source], { type: 'text/javascript' });
        const { classifyUrl } = await import(URL.createObjectURL(module));
        document.head.innerHTML = '<base>';
        document.querySelector('base').setAttribute('href', baseUrl);
        const link = document.createElement('a');
        return hrefs.map((href) => {
          const { kind, path, url, reason } = classifyUrl(href, baseUrl);
          link.setAttribute('href', href);
          return { href, kind, verdict: reason ?? `${kind} ${path ?? url}`, url, followed: link.href };
        });
      },
      readRouter('dist/url/classify-url.js'),
      // As text: protocols cut a string at a NUL.
      JSON.stringify([...known.map(([href]) => href), ...disputed]),
      base,
    );
    const own = judged.slice(0, known.length);
    const wrong = own.filter(({ href, verdict }, index) => verdict !== (OWN_WAYS[href] ?? known[index][1]));
    expect(wrong).toEqual([]);
    // An empty query or fragment changes nothing, and is left out.
    const elsewhere = judged.filter(
      ({ url, followed }) => typeof url === 'string' && url !== followed.replace(/[?#]$/, ''),
    );
    expect(elsewhere).toEqual([]);
    expect(judged.slice(known.length).filter(({ kind }) => kind === 'internal')).toEqual([]);
    // The control: without the gate a link would lead away, or run as a script.
    const astray = judged.filter(
      ({ url, followed }) => typeof url !== 'string' && !followed.startsWith('https://app.example/'),
    );
    expect(astray.length).toBeGreaterThan(100);
  });

  const refused = (verdict) =>
    known
      .filter(([, text]) => verdict.test(text))
      .map(([href]) => href)
      // The vectors are of a page of https: `http:host` is relative on one of http, such as this site's.
      .filter((href) => !/^http:(?!\/\/)/.test(href));

  it.each([
    ['another site', /^(external|credentials|malformed)/],
    ['a script', /^scheme$/],
  ])('no address of %s moves the page', async (_what, verdict) => {
    const tab = await open();
    const outcomes = await tab.evaluate(
      (list) => {
        const { navigator, hard } = window.router;
        return JSON.parse(list).flatMap((href) => [
          navigator.push(href).outcome,
          navigator.replace(href).outcome,
          hard.hardNavigate(href, { reason: 'confirmed' }).outcome,
        ]);
      },
      JSON.stringify(refused(verdict)),
    );
    expect(outcomes.length).toBeGreaterThan(15);
    expect(new Set(outcomes)).toEqual(new Set(['refused']));
    expect([await pathOf(tab), documents()]).toEqual(['/home', []]);
  });

  it('control: the engine itself runs a javascript: address, whatever its control characters', async () => {
    const tab = await open();
    await tab.evaluate(() => location.assign('java\tscript:void(document.title = "ran")'));
    await untilPage(tab, () => document.title === 'ran');
  });
});
