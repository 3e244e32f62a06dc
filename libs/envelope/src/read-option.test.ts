import { readFunction, readObject, readWholeNumber } from './read-option.ts';
import { optionError } from './option-error.ts';

describe('an option', () => {
  it('is taken as it is if it is right', () => {
    const store = { append: () => undefined };
    expect(readWholeNumber('maxBytes', 3, 10)).toBe(3);
    expect(readObject('spool', store, ['append'])).toBe(store);
    expect(readFunction('onOutcome', isNaN)).toBe(isNaN);
  });

  it.each([
    [() => readWholeNumber('maxBytes', 11, 10), 'maxBytes is 11; accepted is a whole number from 1 to 10'],
    [() => readWholeNumber('maxBytes', 1.5, 10), 'maxBytes is 1.5;'],
    [() => readWholeNumber('maxBytes', 0, 10, 1), 'maxBytes is 0;'],
    [
      () => readObject('spool', {} as { append: unknown }, ['append'], 'createDiskSpool'),
      'spool is an object; accepted is an object with the method append, such as createDiskSpool returns.',
    ],
    [
      () => readObject('spool', 7 as unknown as { peek: unknown; append: unknown }, ['append', 'peek']),
      'spool is 7; accepted is an object with the methods append, peek.',
    ],
    [() => readFunction('onFault', [1]), 'onFault is a list; accepted is a function.'],
    [() => readFunction('onFault', []), 'onFault is [];'],
    [() => readFunction('onFault', null), 'onFault is null;'],
  ])('names what is wrong and what is right: %#', (read, message) => {
    expect(read).toThrow(message);
  });

  it('shows no secret of a wrong value', () => {
    const { message } = optionError('allowedDsns', 'https://secretkey@o1.ingest.sentry.io/1', 'a DSN');
    expect(message).toBe(
      'createTunnel: allowedDsns is "https://…@o1.ingest.sentry.io/1"; accepted is a DSN.',
    );
    expect(optionError('token', `${'a'.repeat(20)} b`, 'x').message).toContain('"… b"');
  });
});
