import '@testing-library/jest-dom';
import { fireEvent, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { ErrorScreen, MaintenanceScreen, NotFoundScreen, OfflineScreen, UpdateScreen } from './screens.tsx';

describe('a screen that comes up in a running page', () => {
  const focused = jest.fn();
  beforeEach(() => {
    focused.mockClear();
    document.addEventListener('focusin', focused);
  });
  afterEach(() => {
    document.removeEventListener('focusin', focused);
  });

  it('moves the focus to its heading once, and announces nothing besides', () => {
    const { rerender } = render(<ErrorScreen retry={() => undefined} />);
    rerender(<ErrorScreen retry={() => undefined} homeHref="/start" />);

    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(focused).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
  });

  it('does so once in strict mode as well', () => {
    render(
      <StrictMode>
        <ErrorScreen retry={() => undefined} />
      </StrictMode>,
    );

    expect(focused).toHaveBeenCalledTimes(1);
  });

  it('leaves the focus alone where the screen came with its document', () => {
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

  it('puts the heading in no way of the Tab key', () => {
    render(<UpdateScreen moveFocus />);

    expect(screen.getByRole('heading', { level: 1 })).toHaveAttribute('tabindex', '-1');
  });

  it('tries again by its callback in place of the link that would, which stays for readers without scripts', () => {
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
  it('has places for whose site it is, a picture and more actions', () => {
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

  it('searches by a plain form', () => {
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
  ])('keeps what %j asks for, which a form would drop', (searchHref, kept) => {
    const { container } = render(<NotFoundScreen searchHref={searchHref} searchName="query" />);
    const fields = [...container.querySelectorAll<HTMLInputElement>('input[type=hidden]')];

    expect(fields.map(({ name, value }) => `${name}=${value}`)).toEqual(kept);
    expect(screen.getByRole('search')).toHaveAttribute('action', searchHref);
  });

  it('says when to try again, to people and to machines', () => {
    render(<MaintenanceScreen retryAfter={600} />);

    expect(screen.getByText(/^You can try again: in 10 minutes$/)).toHaveAttribute('datetime', 'PT600S');
  });

  it('sets the reference of an error off from the direction of the words around it', () => {
    render(<ErrorScreen error={{ digest: '1234@E394' }} />);

    expect(screen.getByText('1234@E394').tagName).toBe('BDI');
  });

  it('has the action of the host beside the reference', () => {
    render(<ErrorScreen reference="7f3a" referenceAction={<button>Copy</button>} />);

    expect(screen.getByText(/^Digest:/)).toContainElement(screen.getByRole('button', { name: 'Copy' }));
  });
});
