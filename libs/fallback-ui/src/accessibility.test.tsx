import { cleanup, render } from '@testing-library/react';
import axe from 'axe-core';
import type { ReactElement } from 'react';
import {
  ErrorScreen,
  ForbiddenScreen,
  MaintenanceScreen,
  NotFoundScreen,
  OfflineScreen,
  TooManyRequestsScreen,
  UnauthorizedScreen,
  UpdateScreen,
} from './screens.tsx';
import { GlobalErrorScreen } from './global-error-screen.tsx';

/** The structure only: jsdom has no layout, so contrast and sizes are not computed here. */
async function violations(): Promise<string[]> {
  const { violations: found } = await axe.run(document, { rules: { 'color-contrast': { enabled: false } } });
  return found.map(({ id }) => id);
}

const NESTED: [string, ReactElement][] = [
  [
    'NotFoundScreen',
    <NotFoundScreen key="404" searchHref="/search" backHref="/before" contactHref="/help" />,
  ],
  ['ForbiddenScreen', <ForbiddenScreen key="403" />],
  ['UnauthorizedScreen', <UnauthorizedScreen key="401" signInHref="/sign-in" />],
  ['TooManyRequestsScreen', <TooManyRequestsScreen key="429" retryAfter={60} />],
  ['MaintenanceScreen', <MaintenanceScreen key="503" retryAfter={60} />],
  ['OfflineScreen', <OfflineScreen key="offline" retry={() => undefined} />],
  ['UpdateScreen', <UpdateScreen key="update" />],
  ['ErrorScreen', <ErrorScreen key="error" error={{ digest: '1' }} retry={() => undefined} />],
];

describe('accessibility', () => {
  beforeEach(() => {
    document.documentElement.lang = 'en';
  });

  it.each(NESTED)('axe finds nothing in %s', async (_, element) => {
    render(element);

    expect(await violations()).toEqual([]);
  });

  it('axe finds nothing in GlobalErrorScreen', async () => {
    render(<GlobalErrorScreen error={{ digest: '1' }} retry={() => undefined} />, { container: document });

    expect(await violations()).toEqual([]);
  });

  it('axe does find what is wrong with a careless screen', async () => {
    cleanup();
    document.documentElement.removeAttribute('lang');
    document.title = '';
    document.body.innerHTML = '<div>Something went wrong.</div>';

    expect(await violations()).toEqual(['document-title', 'html-has-lang', 'region']);
  });
});
