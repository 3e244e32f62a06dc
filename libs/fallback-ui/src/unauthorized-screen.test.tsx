import '@testing-library/jest-dom';
import { render, screen } from '@testing-library/react';
import { UnauthorizedScreen } from './unauthorized-screen.tsx';

const linkNames = () => screen.getAllByRole('link').map((link) => link.textContent);

describe('UnauthorizedScreen', () => {
  it('S4 says that the visitor is not authorized, and shows 401 as a secondary line', () => {
    render(<UnauthorizedScreen />);

    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
      /^You're not authorized to access this page\.$/,
    );
    expect(screen.getByText('Error 401')).toBeVisible();
  });

  it('S4 offers signing in first, then the home page, as plain links', () => {
    render(<UnauthorizedScreen signInHref="/sign-in?from=%2Freports" />);

    expect(linkNames()).toEqual(['Sign in', 'Go to the home page']);
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/sign-in?from=%2Freports');
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveClass('adit-fallback-action-primary');
  });

  it('S4 offers the home page alone when there is nowhere to sign in', () => {
    render(<UnauthorizedScreen />);

    expect(linkNames()).toEqual(['Go to the home page']);
    expect(screen.getByRole('link')).toHaveClass('adit-fallback-action-primary');
  });
});
