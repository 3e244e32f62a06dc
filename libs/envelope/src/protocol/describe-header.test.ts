import { knownTypes, plainEventId, sdkName } from './describe-header.ts';

it('writes an event id without dashes and in lower case', () => {
  expect(plainEventId('9EC79C33-EC99-42AB-8353-589FCB2E04DC')).toBe('9ec79c33ec9942ab8353589fcb2e04dc');
  expect(plainEventId('9EC79C33EC9942AB8353589FCB2E04DC')).toBe('9ec79c33ec9942ab8353589fcb2e04dc');
});

it.each([
  [undefined, undefined],
  [{ name: 'sentry.javascript.nextjs', version: '11.8.0' }, 'sentry.javascript.nextjs/11.8.0'],
  [{ name: 'raven-ruby', version: 7 }, 'raven-ruby'],
  [{ name: 'two words' }, undefined],
  [{ name: 'x'.repeat(65) }, undefined],
  [{ version: '1' }, undefined],
  ['text', undefined],
  [null, undefined],
])('names the SDK of %j', (sdk, name) => {
  expect(sdkName(sdk)).toBe(name);
});

it('names item types without a word of the client', () => {
  expect(knownTypes(['event', 'evil<script>', 'event', 'other'])).toEqual(['event', 'unknown']);
});
