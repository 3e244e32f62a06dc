/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { transformSync } from '@swc/core';
import { createFakeClock } from '@adit/testing';
import * as browser from './browser/index.ts';
import * as core from './index.ts';
import type { Platform } from './platform.ts';

const README = readFileSync(join(__dirname, '../README.md'), 'utf8');

/** The first ```ts fence as a function of `require`, `exports`, the router it calls its own, and the console. */
function compileStart(): (...args: unknown[]) => void {
  const source = /```ts\n([\s\S]*?)```/.exec(README)?.[1] ?? '';
  expect(source.trim().split('\n').filter(Boolean).length).toBeLessThanOrEqual(10);
  const { code } = transformSync(source, {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs' },
  });
  return compileFunction(code, ['require', 'exports', 'myRouter', 'console']) as (...args: unknown[]) => void;
}

describe('README', () => {
  it('S14 S32 starts with ten lines that give a router its deadline and its full-page navigation', async () => {
    const clock = createFakeClock();
    const log: string[] = [];
    const note = (name: string) => (href: string) => void log.push(`${name} ${href}`);
    const platform: Platform = {
      clock,
      fetch: () => Promise.reject(new Error('no network')),
      location: {
        href: 'https://app.example/',
        assign: note('assign'),
        replace: note('replace'),
        reload: () => note('reload')(''),
      },
      storage: () => undefined,
      isOnline: () => true,
    };
    const modules: Record<string, unknown> = {
      '@adit/router': core,
      '@adit/router/browser': { ...browser, createBrowserPlatform: () => platform },
    };

    const soft = { push: note('push'), replace: note('replace') };
    compileStart()((id: string) => modules[id], {}, soft, { info: (status: string) => log.push(status) });
    await clock.advance(3_800);

    expect(log.slice(0, 2)).toEqual(['loading', 'push /orders']);
    expect(log[2]).toBe('slow');
    expect(log[3]).toMatch(/^assign https:\/\/app\.example\/orders\?adit-reload=[0-9a-z]+$/);
    expect(log[4]).toBe('slow');
  });

  it('names every export of every entry point', async () => {
    const entries = {
      core,
      browser,
      fetch: await import('./fetch/index.ts'),
      links: await import('./links/index.ts'),
      transports: await import('./links/transports.ts'),
      prefetch: await import('./prefetch/index.ts'),
      skew: await import('./skew/index.ts'),
      telemetry: await import('./telemetry/index.ts'),
      url: await import('./url/index.ts'),
      react: await import('./react/index.ts'),
      next: await import('./next/index.ts'),
    };
    const functions = Object.values(entries)
      .flatMap((entry) => Object.keys(entry))
      .filter((name) => name !== 'MAX_REDIRECTS');
    for (const name of functions) expect(README).toContain(`\`${name}`);
  });
});
