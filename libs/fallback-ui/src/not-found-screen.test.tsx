import '@testing-library/jest-dom';
import { render, screen } from '@testing-library/react';
import { NotFoundScreen } from './not-found-screen.tsx';

describe('NotFoundScreen', () => {
  it('S2 says that the page could not be found, and shows 404 as a secondary line', () => {
    render(<NotFoundScreen />);

    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^This page could not be found\.$/);
    expect(screen.getByText('Error 404')).toBeVisible();
  });

  it('S2 offers the home page as a plain link', () => {
    render(<NotFoundScreen homeHref="/start" />);

    expect(screen.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/start');
  });
});
