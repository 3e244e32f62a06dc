/** @jest-environment node */
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime.js';
import {
  PathnameContext,
  SearchParamsContext,
} from 'next/dist/shared/lib/hooks-client-context.shared-runtime.js';
import { renderToString } from 'react-dom/server';
import * as browser from '../browser/index.ts';
import * as core from '../index.ts';
import * as react from '../react/index.ts';
import { DeferredRouterBridge, NextRouterBridge, RouteErrorRecovery } from './index.ts';

const router = {
  push: () => undefined,
  replace: () => undefined,
  back: () => undefined,
  forward: () => undefined,
  refresh: () => undefined,
  prefetch: () => undefined,
  bfcacheId: '0',
};

describe('on a server, where there is no window', () => {
  it('every entry point can be imported', () => {
    expect(typeof window).toBe('undefined');
    expect(Object.keys({ ...core, ...browser, ...react })).toContain('createNavigator');
  });

  it.each([
    ['NextRouterBridge', NextRouterBridge],
    ['DeferredRouterBridge', DeferredRouterBridge],
  ])('%s renders the page', (_name, Bridge) => {
    const html = renderToString(
      <AppRouterContext value={router}>
        <PathnameContext value="/">
          <SearchParamsContext value={new URLSearchParams()}>
            <Bridge buildId="1">
              <main>Page</main>
            </Bridge>
          </SearchParamsContext>
        </PathnameContext>
      </AppRouterContext>,
    );
    expect(html).toContain('<main>Page</main>');
  });

  it('an error screen shows, and recovers only in the browser', () => {
    const html = renderToString(
      <RouteErrorRecovery error={new Error('Failed to load chunk /a.js')}>
        <h1>Something went wrong</h1>
      </RouteErrorRecovery>,
    );
    expect(html).toBe('<h1>Something went wrong</h1>');
  });
});
