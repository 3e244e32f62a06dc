import '@testing-library/jest-dom';
import { render, screen } from '@testing-library/react';
import { ForbiddenScreen } from './forbidden-screen.tsx';

describe('ForbiddenScreen', () => {
  it('S3 says that the page could not be accessed, and shows 403 as a secondary line', () => {
    render(<ForbiddenScreen />);

    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
      /^This page could not be accessed\.$/,
    );
    expect(screen.getByText('Error 403')).toBeVisible();
  });

  it('S3 offers the home page as a plain link', () => {
    render(<ForbiddenScreen homeHref="/start" />);

    expect(screen.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/start');
  });
});
