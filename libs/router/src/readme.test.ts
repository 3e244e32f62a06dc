/** @jest-environment node */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { transformSync } from '@swc/core';
import { createFakeClock } from '@adit/testing';
import { createTabPlatform, createTabStorage } from '../testing/tab.helper.ts';
import * as browser from './browser/index.ts';
import * as core from './index.ts';

const read = (path: string): string => readFileSync(join(__dirname, '..', path), 'utf8');
const README = read('README.md');
const OPTIONS = read('docs/options.md');
const ENTRY_POINTS = read('docs/entry-points.md');

/** The first ```ts fence as a function of `require`, `exports` and the router; returns its navigator. */
function compileStart(): (...args: unknown[]) => core.Navigator {
  const source = /```ts\n([\s\S]*?)```/.exec(README)?.[1] ?? '';
  expect(source.trim().split('\n').filter(Boolean).length).toBeLessThanOrEqual(10);
  const { code } = transformSync(source, {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs' },
  });
  const start = compileFunction(`${code}\nreturn navigator;`, ['require', 'exports', 'myRouter']);
  return start as (...args: unknown[]) => core.Navigator;
}

/** A tab whose documents share storage. Each runs the README's lines, with a router that never answers. */
function createTab() {
  const start = compileStart();
  const clock = createFakeClock();
  const log: string[] = [];
  const note = (name: string) => (href: string) => void log.push(`${name} ${href}`);
  const storage = createTabStorage();

  function openDocument(path: string) {
    const location = {
      href: `https://app.example${path}`,
      assign: note('assign'),
      replace: note('replace'),
      reload: () => note('reload')(''),
    };
    const platform = createTabPlatform({ clock, location }, storage);
    const modules: Record<string, unknown> = {
      '@adit/router': core,
      '@adit/router/browser': { ...browser, createBrowserPlatform: () => platform },
    };
    const view = Object.assign(new EventTarget(), { location });
    Object.assign(globalThis, { window: view });
    let tellShown = (): void => undefined;
    const router = {
      push: note('push'),
      replace: note('replace'),
      onShown: (listener: () => void) => (tellShown = listener),
    };
    const navigator = start((id: string) => modules[id], {}, router);
    return {
      navigator,
      happens: (type: string, facts: object = {}) =>
        view.dispatchEvent(Object.assign(new Event(type), facts)),
      shows(shown: string) {
        location.href = `https://app.example${shown}`;
        tellShown();
      },
    };
  }
  return { clock, log, openDocument };
}

/** A tab whose first document has missed the deadline of a navigation to `/orders`, which is now its second one. */
async function leaveByDocument() {
  const { clock, log, openDocument } = createTab();
  const first = openDocument('/');
  first.shows('/');
  await clock.advance(3_800);
  first.happens('pagehide');
  const second = openDocument('/orders');
  second.shows('/orders');
  return { clock, log, first, second };
}

afterEach(() => Reflect.deleteProperty(globalThis, 'window'));

describe('README', () => {
  it('S14 S32 starts with ten lines that give a router its deadline and its full-page navigation', async () => {
    const { clock, log, openDocument } = createTab();
    const { navigator, shows } = openDocument('/');
    expect(navigator.state().status).toBe('loading');
    await clock.advance(3_800);
    expect(log).toEqual(['push /orders', 'assign https://app.example/orders']);
    navigator.reset();
    navigator.push('/quick');
    shows('/quick');
    await clock.advance(3_800);
    expect(navigator.state().status).toBe('idle');
    expect(log).toHaveLength(3);
  });

  it('S32 starts with ten lines that load a page again that had to be loaded before, and has held since', async () => {
    const { clock, log, second } = await leaveByDocument();
    second.shows('/');
    log.length = 0;
    second.navigator.push('/orders');
    await clock.advance(3_800);
    expect(log).toEqual(['push /orders', 'assign https://app.example/orders']);
    expect(second.navigator.state().status).toBe('slow');
  });

  it('S32 starts with ten lines that start again after a return from the back/forward cache', async () => {
    const { clock, log, first, second } = await leaveByDocument();
    second.happens('pagehide');

    first.happens('pageshow', { persisted: true });
    expect(first.navigator.state().status).toBe('idle');
    log.length = 0;
    first.navigator.push('/orders');
    await clock.advance(3_800);
    expect(log).toEqual(['push /orders', 'assign https://app.example/orders']);
    first.happens('pageshow', { persisted: true });
    first.navigator.push('/other');
    expect(log[2]).toBe('push /other');
  });

  it('names every number that is an option', () => {
    const sources = readdirSync(__dirname, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
      .map((path) => readFileSync(join(__dirname, path), 'utf8'));
    const numbers = sources
      .flatMap((source) => source.match(/^export interface \w+(?:Options|Settings|Props)\b[^]*?^}/gm) ?? [])
      .filter((options) => !/^export interface Prefetch(?:Ledger|Scheduler)Options/.test(options)) // of no entry
      .flatMap((options) => [...options.matchAll(/^ {2}readonly (\w+)\?: number/gm)])
      .map(([, name]) => name);
    expect(numbers.length).toBeGreaterThan(30);
    for (const name of numbers) expect(OPTIONS).toContain(`\`${name}\``);
  });

  it('names every export of every entry point', async () => {
    const entries = {
      core,
      browser,
      fetch: await import('./fetch/index.ts'),
      links: await import('./links/index.ts'),
      governor: await import('./governor/index.ts'),
      monitors: await import('./monitors/index.ts'),
      url: await import('./url/index.ts'),
      react: await import('./react/index.ts'),
      next: await import('./next/index.ts'),
    };
    const names = Object.values(entries).flatMap((entry) => Object.keys(entry));
    for (const name of names) expect(ENTRY_POINTS).toContain(`\`${name}`);
  });
});
