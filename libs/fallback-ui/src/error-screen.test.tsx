import '@testing-library/jest-dom';
import { fireEvent, render, screen } from '@testing-library/react';
import { ErrorScreen } from './error-screen.tsx';

const actionNames = () =>
  [...document.querySelectorAll('.adit-fallback-action')].map((action) => action.textContent);

describe('ErrorScreen', () => {
  it('says what happened and what to do', () => {
    render(<ErrorScreen error={new Error('secret detail')} />);

    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Something went wrong.');
    expect(screen.getByRole('main')).toHaveTextContent('What you typed here and had not saved may be lost.');
    expect(screen.getByRole('main')).not.toHaveTextContent('secret detail');
  });

  it('reloads by a link to the page itself, which keeps its query and needs no scripts', () => {
    render(<ErrorScreen />);

    const reload = screen.getByText<HTMLAnchorElement>('Reload this page');

    expect(reload).toHaveAttribute('href', '');
    expect(
      new URL(reload.getAttribute('href') ?? '/lost', 'https://example.test/search?q=adit#top').href,
    ).toBe('https://example.test/search?q=adit');
    expect(reload).toHaveClass('adit-fallback-action-primary');
    expect(actionNames()).toEqual(['Reload this page', 'Go to the home page']);
  });

  it('calls retry without arguments, and prefers it to reset', () => {
    const retry = jest.fn();
    const reset = jest.fn();
    render(<ErrorScreen retry={retry} reset={reset} />);

    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));

    expect(retry.mock.calls).toEqual([[]]);
    expect(reset).not.toHaveBeenCalled();
    expect(actionNames()).toEqual(['Try again', 'Reload this page', 'Go to the home page']);
    expect(document.querySelectorAll('.adit-fallback-action-primary')).toHaveLength(1);
  });

  it('calls reset where there is no retry', () => {
    const reset = jest.fn();
    render(<ErrorScreen reset={reset} />);

    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));

    expect(reset.mock.calls).toEqual([[]]);
  });

  it('shows the digest of a server error as one selectable text', () => {
    render(<ErrorScreen error={{ digest: '2154321987' }} />);

    expect(screen.getByText('2154321987')).toHaveClass('adit-fallback-digest');
    expect(screen.getByText(/^Digest:/)).toHaveTextContent(/^Digest: 2154321987$/);
  });

  it.each([[null], [undefined], ['text'], [0], [{ digest: 'NEXT_REDIRECT;push;/;307;' }]])(
    'shows no digest for %j',
    (error) => {
      render(<ErrorScreen error={error} />);

      expect(screen.queryByText(/^Digest/)).not.toBeInTheDocument();
    },
  );
});
