import '@testing-library/jest-dom';
import { fireEvent, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { ErrorScreen, MaintenanceScreen, NotFoundScreen, OfflineScreen, UpdateScreen } from './screens.tsx';

describe('a screen that appears in a running page', () => {
  const focused = jest.fn();
  beforeEach(() => {
    focused.mockClear();
    document.addEventListener('focusin', focused);
  });
  afterEach(() => {
    document.removeEventListener('focusin', focused);
  });

  it('moves the focus to its heading once, and announces nothing', () => {
    const { rerender } = render(<ErrorScreen retry={() => undefined} />);
    rerender(<ErrorScreen retry={() => undefined} homeHref="/start" />);

    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(focused).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
  });

  it('moves it once in strict mode too', () => {
    render(
      <StrictMode>
        <ErrorScreen retry={() => undefined} />
      </StrictMode>,
    );

    expect(focused).toHaveBeenCalledTimes(1);
  });

  it('does not move the focus if the screen came with its document', () => {
    render(<ErrorScreen />);

    expect(document.body).toHaveFocus();
    expect(screen.getByRole('heading', { level: 1 })).not.toHaveAttribute('tabindex');
  });

  it.each([
    ['moves it without a callback too', <UpdateScreen key="update" moveFocus />, true],
    [
      'leaves it alone with one',
      <ErrorScreen key="error" moveFocus={false} retry={() => undefined} />,
      false,
    ],
  ])('%s when told to', (_, element, moves) => {
    render(element);

    expect(document.activeElement === screen.getByRole('heading', { level: 1 })).toBe(moves);
  });

  it('does not add the heading to the tab order', () => {
    render(<UpdateScreen moveFocus />);

    expect(screen.getByRole('heading', { level: 1 })).toHaveAttribute('tabindex', '-1');
  });

  it('shows a button in place of the link, which is hidden but stays for visitors without scripts', () => {
    const retry = jest.fn();
    const { rerender } = render(<OfflineScreen />);
    expect(screen.getByText('Try again')).toHaveAttribute('href', '');

    rerender(<OfflineScreen retry={retry} />);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));

    expect(retry).toHaveBeenCalledTimes(1);
    expect(document.querySelector('a')).not.toBeVisible();
  });
});

describe('a screen', () => {
  it('has places for a logo, an illustration and more actions', () => {
    render(
      <NotFoundScreen
        logo={<img src="/logo.svg" alt="Example" />}
        illustration={<svg data-testid="picture" aria-hidden="true" />}
      >
        <a href="/map">Site map</a>
      </NotFoundScreen>,
    );

    const [logo, picture, heading] = [
      screen.getByAltText('Example'),
      screen.getByTestId('picture'),
      screen.getByRole('heading'),
    ];
    expect(logo.compareDocumentPosition(picture)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(picture.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getAllByRole('link').at(-1)).toHaveTextContent('Site map');
  });

  it('has a plain search form', () => {
    render(<NotFoundScreen searchHref="/search" searchName="query" />);

    expect(screen.getByRole('search')).toHaveAttribute('action', '/search');
    expect(screen.getByRole('searchbox', { name: 'Search this site' })).toHaveAttribute('name', 'query');
    expect(screen.getByRole('button', { name: 'Search' })).toBeVisible();
  });

  it.each([
    ['/search', []],
    ['/search?', []],
    ['/search#a?b=c', []],
    ['?lang=de', ['lang=de']],
    [
      'https://find.example/?lang=de&in=a+b&in=%26&flag&query=old#top?x=1',
      ['lang=de', 'in=a b', 'in=&', 'flag='],
    ],
  ])('keeps the query of %j, which a form would drop', (searchHref, kept) => {
    const { container } = render(<NotFoundScreen searchHref={searchHref} searchName="query" />);
    const fields = [...container.querySelectorAll<HTMLInputElement>('input[type=hidden]')];

    expect(fields.map(({ name, value }) => `${name}=${value}`)).toEqual(kept);
    expect(screen.getByRole('search')).toHaveAttribute('action', searchHref);
  });

  it('says when to try again, also in the datetime attribute', () => {
    render(<MaintenanceScreen retryAfter={600} />);

    expect(screen.getByText(/^You can try again: in 10 minutes$/)).toHaveAttribute('datetime', 'PT600S');
  });

  it('isolates the direction of the reference', () => {
    render(<ErrorScreen error={{ digest: '1234@E394' }} />);

    expect(screen.getByText('1234@E394').tagName).toBe('BDI');
  });

  it('shows referenceAction beside the reference', () => {
    render(<ErrorScreen reference="7f3a" referenceAction={<button>Copy</button>} />);

    expect(screen.getByText(/^Reference:/)).toContainElement(screen.getByRole('button', { name: 'Copy' }));
  });
});
