import { createIngestErrors } from './ingest-errors.ts';

describe('createIngestErrors', () => {
  it('counts errors by project and status, and neither successes nor rate limits', () => {
    const errors = createIngestErrors();
    for (const status of [200, 403, 429, 403, 502]) errors.add('a.example/1', status);
    errors.add('a.example/2', 413);
    errors.add(undefined, 400);

    expect(errors.read()).toEqual({
      'a.example/1': { 403: 2, 502: 1 },
      'a.example/2': { 413: 1 },
      unknown: { 400: 1 },
    });
    expect(createIngestErrors().read()).toEqual({});
  });
});
