import { userIntegration } from './user-integration.ts';

type Process = (event: object) => unknown;
const processWith = (read: () => { id: string } | undefined): Process =>
  userIntegration(read).processEvent as unknown as Process;

it('gives events the user', () => {
  const process = processWith(() => ({ id: '7' }));
  expect(process({ message: 'a' })).toEqual({ message: 'a', user: { id: '7' } });
  expect(process({ user: { ip_address: '::1' } })).toEqual({ user: { ip_address: '::1', id: '7' } });
});

it.each([
  ['has one of its own', { user: { id: '8' } }, () => ({ id: '7' })],
  ['has none because nobody is signed in', { message: 'a' }, () => undefined],
  [
    'cannot have one because the function throws',
    { message: 'a' },
    () => {
      throw new Error('x');
    },
  ],
])('keeps an event that %s', (_what, event, read) => {
  expect(processWith(read)(event)).toBe(event);
});
