import { render, screen } from '@testing-library/react';
import { RootStatus } from './root-status.tsx';

const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

it('shows the number of a status until its screen has loaded', async () => {
  render(<RootStatus status={404} />);
  expect(heading()).toBe('404');
  expect(await screen.findByText('This page could not be found.')).toBeDefined();
});

it.each([
  [401, "You're not authorized to access this page."],
  [403, 'This page could not be accessed.'],
] as const)('shows the screen of %i', async (status, text) => {
  render(<RootStatus status={status} />);
  await screen.findByText(text);
  expect(heading()).toBe(text);
});
