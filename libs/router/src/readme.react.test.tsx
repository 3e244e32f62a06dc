import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { transformSync } from '@swc/core';
import { render, screen } from '@testing-library/react';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import { createPageLife } from './browser/page-life.ts';
import * as core from './index.ts';
import type { HardNavigationOptions } from './navigation/hard-navigation.ts';
import * as bindings from './react/index.ts';

const README = readFileSync(join(__dirname, '../README.md'), 'utf8');

interface Routes {
  readonly Root: react.ComponentType;
  readonly RootError: react.ComponentType;
}

/**
 * The first ```tsx fence, with a React Router that shows `error` or a page, and the README's other module around it.
 */
function createRoutes(error?: unknown): Routes & { readonly calls: readonly string[] } {
  const calls: string[] = [];
  const navigator = core.createNavigator({
    soft: { push: (href) => calls.push(`push ${href}`), replace: (href) => calls.push(`replace ${href}`) },
    hard: {
      hardNavigate: () => ({ outcome: 'navigating' }),
      isLeaving: () => false,
      stay: () => undefined,
    },
    location: window.location,
    clock: { now: () => 0, setTimeout: () => 0, clearTimeout: () => undefined },
  });
  const page = createPageLife({
    navigator,
    breaker: { settled: (href) => calls.push(`settled ${href}`), documentRestored: () => undefined },
  });
  const hard = {
    hardNavigate: (href: string, { reason }: HardNavigationOptions) => calls.push(`load ${href} ${reason}`),
  };
  const modules: Record<string, unknown> = {
    react,
    'react/jsx-runtime': jsxRuntime,
    'react-router': {
      Outlet: () => <button onClick={() => navigator.push('/orders')}>Orders</button>,
      useLocation: () => ({ key: window.location.href }),
      useRouteError: () => error,
    },
    '@adit/router': core,
    '@adit/router/react': bindings,
    './navigation': { hard, navigator, page },
  };
  const source = /```tsx\n([\s\S]*?)```/.exec(README)?.[1] ?? '';
  const { code } = transformSync(source, {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
      target: 'es2022',
    },
    module: { type: 'commonjs' },
  });
  const exported = {} as Routes;
  const run = compileFunction(code, ['require', 'exports', 'location']) as (...args: unknown[]) => void;
  run((id: string) => modules[id], exported, window.location);
  return { Root: exported.Root, RootError: exported.RootError, calls };
}

afterEach(() => window.history.replaceState(null, '', '/'));

describe('README with React', () => {
  it('tells which page is shown, and gives the components below a navigator', () => {
    const { Root, calls } = createRoutes();
    const { rerender } = render(<Root />);
    react.act(() => screen.getByRole('button').click());
    window.history.pushState(null, '', '/orders');
    rerender(<Root />);
    expect(calls).toEqual(['push /orders', 'settled http://localhost/']);
  });

  it('reloads the page for a missing chunk, and for nothing else', () => {
    const lost = createRoutes(new Error('Failed to fetch dynamically imported module: /a.js'));
    render(<lost.RootError />);
    expect(screen.getByRole('alert')).toBeTruthy();
    expect(lost.calls).toEqual(['load http://localhost/ missing-chunk']);

    const other = createRoutes(new Error('render'));
    render(<other.RootError />);
    expect(other.calls).toEqual([]);
  });
});
