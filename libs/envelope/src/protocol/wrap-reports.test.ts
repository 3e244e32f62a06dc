import { MAX_REPORTS, wrapReports } from './wrap-reports.ts';

const NEW_ID = '0'.repeat(32);

const wrap = (text: string, search = ''): readonly string[] | string => {
  const envelopes = wrapReports(Buffer.from(text), search, () => NEW_ID);
  return typeof envelopes === 'string'
    ? envelopes
    : envelopes.map((envelope) => Buffer.from(envelope).toString());
};
const rawSecurity = (report: string, tags = ''): string =>
  `{"event_id":"${NEW_ID}"}\n{"type":"raw_security",${tags}"length":${Buffer.byteLength(report)}}\n${report}`;

describe('wrapReports', () => {
  it.each([
    '{"csp-report":{"document-uri":"https://a.example/ä"}}',
    '{"expect-ct-report":{}}',
    '{"expect-staple-report":{}}',
    '{"known-pins":[]}',
  ])('takes %s as one report', (report) => {
    expect(wrap(report)).toEqual([rawSecurity(report)]);
    expect(wrap(`\n${report} `)).toEqual([rawSecurity(report)]);
  });

  it('takes each of a list, byte for byte', () => {
    const reports = ['{"type":"csp-violation" , "age":1.0}', '{"age":2}', '{"type":["network-error"]}'];
    expect(wrap(` [ ${reports.join(' ,\n')} ]\n`)).toEqual(reports.map((report) => rawSecurity(report)));
  });

  it('knows network errors, which have no event', () => {
    const report = '{"type":"network-error"}';
    expect(wrap(`[${report}]`)).toEqual([`{}\n{"type":"nel","length":${report.length}}\n${report}`]);
  });

  it('takes release and environment from the query, and nothing else', () => {
    const search = 'sentry_key=x&sentry_release=a%22%0Ab&sentry_environment=staging&sentry_other=1';
    expect(wrap('{}', search)).toEqual([
      rawSecurity('{}', '"sentry_release":"a\\"\\nb","sentry_environment":"staging",'),
    ]);
    expect(wrap('{}', 'sentry_release=')).toEqual([rawSecurity('{}')]);
  });

  it.each(['', '[]', '[', '[{}', '[{},]', '[{}] x', '[[{}]]', '[1]', '{} {}', 'x', 'null'])(
    'refuses %j',
    (text) => {
      expect(wrap(text)).toBe('report-malformed');
    },
  );

  it(`takes ${MAX_REPORTS} and no more`, () => {
    const list = (count: number): string => JSON.stringify(new Array(count).fill({}));
    expect(wrap(list(MAX_REPORTS))).toHaveLength(MAX_REPORTS);
    expect(wrap(list(MAX_REPORTS + 1))).toBe('reports-too-many');
  });
});
