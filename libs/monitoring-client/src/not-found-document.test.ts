import { isNotFoundDocument } from './not-found-document.ts';

const answered = (responseStatus: number) => ({ getEntriesByType: () => [{ responseStatus }] });

describe(isNotFoundDocument, () => {
  it('S17 recognises a document that was answered 404', () => {
    expect(isNotFoundDocument(answered(404))).toBe(true);
  });

  it.each([
    ['200', answered(200)],
    ['an unknown status', answered(0)],
    ['no status', { getEntriesByType: () => [{}] }],
    ['no navigation entry', { getEntriesByType: () => [] }],
    ['no timeline, as in jsdom', performance],
    [
      'a forbidden timeline',
      {
        getEntriesByType: () => {
          throw new Error('forbidden');
        },
      },
    ],
  ])('S17 takes every other document for one that exists: %s', (_what, timeline) => {
    expect(isNotFoundDocument(timeline)).toBe(false);
  });

  it('S17 asks for the navigation and nothing else', () => {
    const getEntriesByType = jest.fn(() => []);

    isNotFoundDocument({ getEntriesByType });

    expect(getEntriesByType.mock.calls).toEqual([['navigation']]);
  });
});
