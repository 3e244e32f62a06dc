import { NO_SHARE, NOW, projectOf, stateOf } from '../../testing/states.helper.ts';
import type { ProjectState, ServerState } from '../server-state.ts';
import { judge } from './verdict.ts';

const refusing = (count: number, of: number): Partial<ServerState> => ({
  refusals: { count, of, by: { 'body-empty': 1, throttled: count - 1 }, since: NOW - 60_000, times: {} },
});
const rejecting = (count: number, of: number, project = 'a.example/1') =>
  projectOf({ project, rejections: { count, of, by: { 403: count }, since: NOW - 60_000 } });

describe('the verdict on what does not arrive', () => {
  it('is amber if more than stray requests are refused, and names share, reasons and begin', () => {
    const verdict = judge(stateOf(refusing(70, 100)));

    expect(verdict).toMatchObject({
      level: 'warn',
      headline: 'The tunnel refuses 70 % of the requests',
      note: expect.stringContaining('0 envelopes are lost') as string,
      shortfall: { share: '70 %', fate: 'refused' },
      announcement: 'Nothing is lost. Requests are refused.',
    });
    expect(verdict.troubles).toEqual([
      {
        text: '70 % of the requests of the last minute are refused, since 03:11:05 UTC: throttled (69), body-empty (1). An address may send no more (ADIT_THROTTLE); a proxy that ADIT_TRUSTED_PROXIES does not name is one address. Their clients do not send them again.',
        short: 'Requests are refused.',
        runbook: 'AditRefusing',
      },
    ]);
  });

  it.each([
    [5, 10],
    [50, 1_000],
  ])('stays green for %i stray ones of %i', (count, of) => {
    const values = { ...refusing(count, of), projects: [rejecting(count, of)] };
    expect(judge(stateOf(values))).toMatchObject({ level: 'ok', headline: 'Nothing is lost', troubles: [] });
  });

  it('is red if ingest rejects all envelopes of a project: they are lost; it says how many, since when, and what to do', () => {
    const verdict = judge(stateOf({ projects: [projectOf(), rejecting(30, 30, 'b.example/42')] }));

    expect(verdict).toMatchObject({
      level: 'bad',
      headline: 'Ingest rejects all 30 envelopes of b.example/42',
      note: 'What ingest rejects is lost: nobody sends it again. The tunnel itself has lost 0 envelopes; the server started at 02:12:05 UTC.',
      shortfall: { share: '100 %', fate: 'rejected' },
      announcement: 'What ingest rejects is lost. Ingest rejects all envelopes of a project.',
    });
    expect(verdict.troubles).toEqual([
      {
        text: 'b.example/42: ingest rejects 30 of 30 envelopes of the last minute, since 03:11:05 UTC: 403 (30). They are lost: nobody sends them again. 403: it does not know the key or the project, or does not allow the site. Check ADIT_DSNS, and the allowed domains of the project.',
        short: 'Ingest rejects all envelopes of a project.',
        runbook: 'AditRejected',
      },
    ]);
  });

  it('is amber if ingest rejects some envelopes of a project', () => {
    const { level, announcement } = judge(stateOf({ projects: [rejecting(10, 100)] }));

    expect([level, announcement]).toEqual(['warn', 'What ingest rejects is lost. Ingest rejects envelopes.']);
  });

  describe('if ingest has taken nothing since the start', () => {
    const project = 'a.example/1';
    const started = (errors: Record<number, number>, values: Partial<ProjectState>) =>
      judge(
        stateOf({
          projects: [projectOf({ project, ...values })],
          counts: { ...stateOf().counts, ingestErrors: { [project]: errors } },
        }),
      );

    it.each([
      [1, 'warn', 'Ingest rejects the only envelope of a.example/1'],
      [58, 'bad', 'Ingest rejects all 58 envelopes of a.example/1'],
    ])('says so of %i, also when they are older than a minute', (count, level, headline) => {
      const verdict = started({ 401: count }, { forwarded: count });

      expect(verdict).toMatchObject({ level, headline, shortfall: { share: '100 %' } });
      expect(verdict.troubles[0]?.text).toContain('since the start: 401');
      expect(verdict.troubles[0]?.text).toMatch(/it does not know the key of the DSN\. Check ADIT_DSNS\.$/);
    });

    it.each<[string, Partial<ProjectState>]>([
      ['one was taken', { forwarded: 4 }],
      ['one was taken from the spool', { forwarded: 3, redelivered: 1 }],
    ])('control: is calm if %s', (_what, values) => {
      expect(started({ 401: 3 }, values)).toMatchObject({ level: 'ok', headline: 'Nothing is lost' });
    });
  });

  it('names the worst of several projects first, and says a sentence of all once', () => {
    const projects = [rejecting(10, 100, 'a.example/1'), rejecting(60, 100, 'b.example/2')];
    const { headline, troubles, announcement } = judge(stateOf({ projects }));

    expect(headline).toBe('Ingest rejects 70 of 200 envelopes of 2 projects');
    expect(troubles.map(({ text }) => text.slice(0, 31))).toEqual([
      'b.example/2: ingest rejects 60 ',
      'a.example/1: ingest rejects 10 ',
    ]);
    expect(announcement).toBe('What ingest rejects is lost. Ingest rejects envelopes.');
  });

  it.each([
    ['dsn-not-allowed', 'ADIT_DSNS does not name their DSN. Their'],
    ['origin-not-allowed', 'ADIT_ALLOWED_ORIGINS does not name their site. Their'],
    ['throttled', 'An address may send 60 in 1 min (ADIT_THROTTLE);'],
    ['body-empty', 'body-empty (7). Their'],
  ])('names the setting behind %s', (reason, text) => {
    const refusals = { count: 7, of: 7, by: { closing: 0, [reason]: 7 }, since: null, times: {} };
    const server = { ...stateOf().server, throttle: '60 in 1 min' };
    expect(judge(stateOf({ refusals, server })).troubles[0]?.text).toContain(text);
  });

  it('comes after a loss', () => {
    const lost = { total: 2, byReason: { expired: 2 }, lastAt: NOW, since: NOW, times: {} };
    const { level, headline, troubles } = judge(stateOf({ lost, ...refusing(70, 100) }));

    expect([level, headline]).toEqual(['bad', '2 envelopes are lost']);
    expect(troubles.map(({ runbook }) => runbook)).toEqual(['AditLossFast', 'AditRefusing']);
  });

  it('says no begin before one is known', () => {
    const refusals = { ...NO_SHARE, count: 6, of: 6, by: { throttled: 6 }, times: {} };
    expect(judge(stateOf({ refusals })).troubles[0]?.text).toContain('are refused: throttled (6)');
  });
});
