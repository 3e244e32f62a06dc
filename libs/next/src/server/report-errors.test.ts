/** @jest-environment node */
import { captureException } from '@sentry/nextjs';
import { reportErrors } from './report-errors.ts';

jest.mock('@sentry/nextjs', () => ({ captureException: jest.fn() }));
const captured = jest.mocked(captureException);
beforeEach(() => captured.mockClear());

it('reports what is thrown or rejected, and throws it on', async () => {
  const thrown = new Error('thrown');
  const rejected = new Error('rejected');
  const failing = reportErrors((): never => {
    throw thrown;
  });
  expect(() => failing()).toThrow(thrown);
  await expect(reportErrors(() => Promise.reject(rejected))()).rejects.toBe(rejected);
  expect(captured.mock.calls.map(([error]) => error)).toEqual([thrown, rejected]);
});

it('returns what the function returns', async () => {
  expect(reportErrors((a: number, b: number) => a + b)(1, 2)).toBe(3);
  await expect(reportErrors(() => Promise.resolve('a'))()).resolves.toBe('a');
  expect(captured).not.toHaveBeenCalled();
});
