import { isUuid } from './uuid.ts';

describe('isUuid', () => {
  it.each([
    '9ec79c33ec9942ab8353589fcb2e04dc',
    '9EC79C33EC9942AB8353589FCB2E04DC',
    '9ec79c33-ec99-42ab-8353-589fcb2e04dc',
    '00000000000000000000000000000000',
  ])('takes %s', (text) => {
    expect(isUuid(text)).toBe(true);
  });

  it.each([
    '',
    '9ec79c33ec9942ab8353589fcb2e04d',
    '9ec79c33ec9942ab8353589fcb2e04dcc',
    '9ec79c33ec9942ab8353589fcb2e04dg',
    '9ec79c33-ec99-42ab-8353589fcb2e04dc',
    '9ec79c3-3ec99-42ab-8353-589fcb2e04dc',
    '9ec79c33-ec99-42ab-8353-589fcb2e04d',
    ' 9ec79c33ec9942ab8353589fcb2e04dc',
    '9ec79c33ec9942ab8353589fcb2e04dc\n',
  ])('refuses %j', (text) => {
    expect(isUuid(text)).toBe(false);
  });
});
