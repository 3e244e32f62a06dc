import '@testing-library/jest-dom';
import { fireEvent, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { NestedScreenProps, StatusScreenProps } from './screen-props.ts';
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
import { texts as arabic } from './texts/plain/ar.ts';

const STATUS_SCREENS: [string, ComponentType<StatusScreenProps>, status: number, heading: string][] = [
  ['S2 NotFoundScreen', NotFoundScreen, 404, 'This page could not be found.'],
  ['S3 ForbiddenScreen', ForbiddenScreen, 403, 'This page could not be accessed.'],
  ['S4 UnauthorizedScreen', UnauthorizedScreen, 401, "You're not authorized to access this page."],
  ['TooManyRequestsScreen', TooManyRequestsScreen, 429, 'Too many requests in a short time'],
  ['MaintenanceScreen', MaintenanceScreen, 503, 'This site is not available right now'],
];

const NESTED_SCREENS: [string, ComponentType<NestedScreenProps>, title: string][] = [
  ...STATUS_SCREENS.map(([name, Screen, , heading]): [string, ComponentType<NestedScreenProps>, string] => [
    name,
    Screen,
    heading.replace(/\.$/, ''),
  ]),
  ['ErrorScreen', ErrorScreen, 'Something went wrong'],
  ['OfflineScreen', OfflineScreen, 'You are offline'],
  ['UpdateScreen', UpdateScreen, 'This site has been updated'],
];

/** By the markup: a link with an empty address has no role. */
const primaryAction = () => document.querySelector('a.adit-fallback-action-primary');
const actionNames = () =>
  [...document.querySelectorAll('.adit-fallback-action')].map((action) => action.textContent);

describe.each(STATUS_SCREENS)('%s', (_, Screen, status, heading) => {
  it('says what happened, and shows the status code as a secondary line', () => {
    const { rerender } = render(<Screen />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(heading);
    expect(screen.getByText(`Error ${status}`)).toBeVisible();

    rerender(<Screen showCode={false} />);
    expect(screen.queryByText(/^Error/)).not.toBeInTheDocument();
  });
});

describe.each(NESTED_SCREENS)('%s in a layout of the application', (_, Screen, title) => {
  it('sets the document title, with the name of the site after it', () => {
    const { unmount } = render(<Screen />);
    expect(document.title).toBe(title);
    unmount();

    render(<Screen siteName="Example" />);
    expect(document.title).toBe(`${title} – Example`);
  });

  it('is the main landmark with one heading, and announces or focuses nothing', () => {
    render(<Screen />);

    expect(screen.getByRole('main')).toContainElement(screen.getByRole('heading'));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(document.body).toHaveFocus();
  });

  it('leaves the landmark to a layout that already has one', () => {
    render(<Screen as="div" />);

    expect(screen.queryByRole('main')).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
  });

  it('has the language and direction of its texts', () => {
    render(<Screen texts={arabic} />);

    expect(screen.getByRole('main')).toHaveAttribute('lang', 'ar');
    expect(screen.getByRole('main')).toHaveAttribute('dir', 'rtl');
    expect(Object.values(arabic.actions)).toContain(primaryAction()?.textContent);
    expect(screen.getByRole('main')).not.toHaveTextContent(/[a-z]/i);
  });

  it('uses the default of an option that is undefined', () => {
    const { container: plain } = render(<Screen />);
    const { container } = render(
      <Screen homeHref={undefined} siteName={undefined} texts={undefined} nonce={undefined} as={undefined} />,
    );

    expect(container.innerHTML).toBe(plain.innerHTML);
  });

  it('works as static markup: an action, no script, no inline style attribute', () => {
    const markup = renderToStaticMarkup(<Screen nonce="r4nd0m" />);

    expect(markup).toMatch(/<a class="adit-fallback-action adit-fallback-action-primary" href="\/?">/);
    expect(markup).toContain('<style nonce="r4nd0m">');
    expect(markup).not.toMatch(/<script|\son\w+=|\sstyle=/);
  });
});

it('S4 UnauthorizedScreen offers to sign in first, then the home page', () => {
  render(<UnauthorizedScreen signInHref="/sign-in?from=%2Freports" homeHref="/start" />);

  expect(actionNames()).toEqual(['Sign in', 'Go to the home page']);
  expect(primaryAction()).toHaveAttribute('href', '/sign-in?from=%2Freports');
  expect(screen.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/start');
});

describe('ErrorScreen', () => {
  it('shows nothing of the error but its digest, as one selectable text', () => {
    render(<ErrorScreen error={Object.assign(new Error('secret detail'), { digest: '2154321987' })} />);

    expect(screen.getByRole('main')).not.toHaveTextContent('secret detail');
    expect(screen.getByText('2154321987')).toHaveClass('adit-fallback-digest');
    expect(screen.getByText(/^Digest:/)).toHaveTextContent(/^Digest: 2154321987$/);
  });

  it('reloads with a link to the page itself, which keeps its query', () => {
    render(<ErrorScreen />);

    const href = primaryAction()?.getAttribute('href') ?? '/lost';
    expect(new URL(href, 'https://example.test/search?q=adit#top').href).toBe(
      'https://example.test/search?q=adit',
    );
    expect(actionNames()).toEqual(['Reload this page', 'Go to the home page']);
  });

  it('calls retry without arguments, and prefers it to reset', () => {
    const [retry, reset] = [jest.fn(), jest.fn()];
    render(<ErrorScreen retry={retry} reset={reset} />);

    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));

    expect(retry.mock.calls).toEqual([[]]);
    expect(reset).not.toHaveBeenCalled();
    expect(actionNames()).toEqual(['Try again', 'Reload this page', 'Go to the home page']);
    expect(document.querySelectorAll('.adit-fallback-action-primary')).toHaveLength(1);
  });

  it('calls reset if there is no retry', () => {
    const reset = jest.fn();
    render(<ErrorScreen reset={reset} />);

    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));

    expect(reset.mock.calls).toEqual([[]]);
  });
});
