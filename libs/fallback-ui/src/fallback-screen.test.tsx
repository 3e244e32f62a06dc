import '@testing-library/jest-dom';
import { render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ErrorScreen } from './error-screen.tsx';
import { ForbiddenScreen } from './forbidden-screen.tsx';
import { MaintenanceScreen } from './maintenance-screen.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';
import { OfflineScreen } from './offline-screen.tsx';
import type { NestedScreenProps, StatusScreenProps } from './screen-props.ts';
import { texts as arabic } from './texts/plain/ar.ts';
import { TooManyRequestsScreen } from './too-many-requests-screen.tsx';
import { UnauthorizedScreen } from './unauthorized-screen.tsx';
import { UpdateScreen } from './update-screen.tsx';

const STATUS_SCREENS: [string, ComponentType<StatusScreenProps>, string][] = [
  ['NotFoundScreen', NotFoundScreen, 'This page could not be found'],
  ['ForbiddenScreen', ForbiddenScreen, 'This page could not be accessed'],
  ['UnauthorizedScreen', UnauthorizedScreen, "You're not authorized to access this page"],
  ['TooManyRequestsScreen', TooManyRequestsScreen, 'Too many requests in a short time'],
  ['MaintenanceScreen', MaintenanceScreen, 'This site is not available right now'],
];

const NESTED_SCREENS: [string, ComponentType<NestedScreenProps>, string][] = [
  ...STATUS_SCREENS,
  ['ErrorScreen', ErrorScreen, 'Something went wrong'],
  ['OfflineScreen', OfflineScreen, 'You are offline'],
  ['UpdateScreen', UpdateScreen, 'This site has been updated'],
];

/** A link, by the markup: one to this page has an empty address, by which roles do not know it. */
const firstLink = () => document.querySelector('a.adit-fallback-action-primary');

describe.each(NESTED_SCREENS)('%s in a layout of the host', (_, Screen, title) => {
  it('titles the document, with the name of the site behind', () => {
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

  it('speaks the language of its text pack and names it', () => {
    render(<Screen texts={arabic} />);

    expect(screen.getByRole('main')).toHaveAttribute('lang', 'ar');
    expect(screen.getByRole('main')).toHaveAttribute('dir', 'rtl');
    expect(Object.values(arabic.actions)).toContain(firstLink()?.textContent);
    expect(screen.getByRole('main')).not.toHaveTextContent(/[a-z]/i);
  });

  it('takes defaults where an option is explicitly undefined', () => {
    const { container: plain } = render(<Screen />);
    const { container } = render(
      <Screen homeHref={undefined} siteName={undefined} texts={undefined} nonce={undefined} as={undefined} />,
    );

    expect(container.innerHTML).toBe(plain.innerHTML);
  });

  it('puts extra actions behind its own', () => {
    render(
      <Screen>
        <a href="/help">Get help</a>
      </Screen>,
    );

    expect(screen.getAllByRole('link').at(-1)).toHaveTextContent('Get help');
  });

  it('works as static markup: an action, no script, no inline style attribute', () => {
    const markup = renderToStaticMarkup(<Screen nonce="r4nd0m" />);

    expect(markup).toMatch(/<a class="adit-fallback-action adit-fallback-action-primary" href="\/?">/);
    expect(markup).toContain('<style nonce="r4nd0m">');
    expect(markup).not.toMatch(/<script|\son\w+=|\sstyle=/);
  });
});

describe.each(STATUS_SCREENS)('%s', (_, Screen) => {
  it('keeps the code to itself when told to', () => {
    const { rerender } = render(<Screen />);
    expect(screen.getByText(/^Error \d{3}$/)).toBeVisible();

    rerender(<Screen showCode={false} />);
    expect(screen.queryByText(/^Error/)).not.toBeInTheDocument();
  });
});
