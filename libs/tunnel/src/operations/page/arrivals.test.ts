import { NO_SHARE, NOW, projectOf, stateOf } from '../../../testing/operations/states.contract.ts';
import type { ServerState } from '../server-state.ts';
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

  it('is amber if ingest rejects envelopes of a project, and names it, the status and the begin', () => {
    const verdict = judge(stateOf({ projects: [projectOf(), rejecting(30, 30, 'b.example/42')] }));

    expect(verdict).toMatchObject({
      level: 'warn',
      headline: 'Ingest rejects all of b.example/42',
      shortfall: { share: '100 %', fate: 'rejected' },
      announcement: 'Nothing is lost. Ingest rejects envelopes.',
    });
    expect(verdict.troubles).toEqual([
      {
        text: 'b.example/42: ingest rejects all, since 03:11:05 UTC: 403 (30). It got these envelopes and did not take them.',
        short: 'Ingest rejects envelopes.',
        runbook: 'AditRejected',
      },
    ]);
  });

  it('names the worst of several projects first, and says a sentence of all once', () => {
    const projects = [rejecting(10, 100, 'a.example/1'), rejecting(60, 100, 'b.example/2')];
    const { headline, troubles, announcement } = judge(stateOf({ projects }));

    expect(headline).toBe('Ingest rejects 35 % of 2 projects');
    expect(troubles.map(({ text }) => text.slice(0, 31))).toEqual([
      'b.example/2: ingest rejects 60 ',
      'a.example/1: ingest rejects 10 ',
    ]);
    expect(announcement).toBe('Nothing is lost. Ingest rejects envelopes.');
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
