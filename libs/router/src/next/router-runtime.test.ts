import { createFakeClock } from '@adit/testing';
import { createTabPlatform, createTabStorage } from '../../testing/tab.helper.ts';
import { createRouterRuntime } from './router-runtime.ts';

const at = (path: string): string => `https://app.example${path}`;

/** A tab whose documents share storage; each runtime is one document. */
function createTab() {
  const loads: string[] = [];
  const clock = createFakeClock();
  const storage = createTabStorage();

  function openDocument(path: string) {
    const location = {
      href: at(path),
      assign: (href: string) => void loads.push(href),
      replace: (href: string) => void loads.push(href),
      reload: () => void loads.push(location.href),
    };
    const platform = createTabPlatform({ clock, location }, storage);
    const soft = { push: () => undefined, replace: () => undefined, prefetch: () => undefined };
    const runtime = createRouterRuntime({ platform, soft, buildId: '1' });
    const view = Object.assign(new EventTarget(), { location });
    runtime.start(view as unknown as Window);
    return {
      ...runtime,
      leaving: () => view.dispatchEvent(new Event('pagehide')),
      restored: () => view.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
      show(shown: string) {
        location.href = at(shown);
        runtime.shown(at(shown));
      },
      loseChunk() {
        runtime.broke(location.href);
        return runtime.hard.hardNavigate(location.href, { reason: 'missing-chunk', history: 'replace' })
          .outcome;
      },
    };
  }
  return { clock, loads, openDocument };
}

describe('createRouterRuntime', () => {
  it('S14 reloads a route that keeps failing once, although the layout renders each time', () => {
    const { loads, openDocument } = createTab();
    for (let visit = 0; visit < 5; visit += 1) {
      const page = openDocument('/lab');
      page.show('/lab');
      page.loseChunk();
      page.leaving();
    }
    expect(loads).toEqual([at('/lab')]);
  });

  it('may reload a route again once it has held and been left, by a soft navigation or for good', () => {
    const { loads, openDocument } = createTab();
    const first = openDocument('/lab');
    first.show('/lab');
    first.loseChunk();

    const second = openDocument('/lab');
    second.show('/lab');
    second.show('/home');
    second.show('/lab#part');
    expect(second.loseChunk()).toBe('navigating');

    const third = openDocument('/lab');
    third.show('/lab');
    third.leaving();
    const fourth = openDocument('/lab');
    fourth.show('/lab');
    expect(fourth.loseChunk()).toBe('navigating');
    expect(loads).toHaveLength(3);
  });

  it('keeps the mark of a page that broke when it is left, until it has held once', () => {
    const { openDocument } = createTab();
    const page = openDocument('/lab');
    page.show('/lab');
    expect(page.loseChunk()).toBe('navigating');
    page.show('/home');
    page.show('/lab');
    expect(page.loseChunk()).toBe('refused');
    page.show('/home');
    page.show('/lab');
    page.show('/home');
    page.show('/lab');
    expect(page.loseChunk()).toBe('navigating');
  });

  it('S32 loads the same slow page again after a return from the back/forward cache', async () => {
    const { clock, loads, openDocument } = createTab();
    const home = openDocument('/home');
    home.show('/home');
    home.navigator.push('/slow');
    await clock.advance(3_800);
    expect(loads).toEqual([at('/slow')]);

    const slow = openDocument('/slow');
    slow.show('/slow');
    slow.leaving();
    home.restored();
    expect(home.navigator.state()).toEqual({ status: 'idle' });
    home.navigator.push('/slow');
    await clock.advance(3_800);
    expect(loads).toEqual([at('/slow'), at('/slow')]);
  });

  it('departs from the deadline until the navigation is given up, and not where the load was refused', async () => {
    const { clock, openDocument } = createTab();
    const { navigator, departure } = openDocument('/home');
    navigator.push('/slow');
    expect(departure()).toBeUndefined();
    await clock.advance(3_800);
    const departing = departure();
    navigator.fail(new Error('late failure'));
    expect(departing).toBeInstanceOf(Promise);
    navigator.reset();
    await expect(departing).resolves.toBeUndefined();
    expect(departure()).toBeUndefined();

    navigator.push('/slow');
    await clock.advance(3_800);
    expect(navigator.state()).toMatchObject({ status: 'failed', reason: 'already-reloaded' });
    expect(departure()).toBeUndefined();
  });

  it('keeps what was typed before the first page has said that it is shown, and forgets it with that page', () => {
    const runtime = createTab().openDocument('/home');
    const clear = jest.fn();
    runtime.guard({ hasUnsavedInput: () => true, clear, stop: () => undefined });
    runtime.show('/home');
    expect(clear).not.toHaveBeenCalled();
    runtime.show('/next');
    expect(clear).toHaveBeenCalledTimes(1);
  });

  it('leaves nothing to settle before anything was shown', () => {
    expect(() => createTab().openDocument('/home').leaving()).not.toThrow();
  });
});
