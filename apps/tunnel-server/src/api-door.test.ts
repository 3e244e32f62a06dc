import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildEnvelope, createScriptedIngest, type ScriptedIngest } from '@adit/testing';
import { readConfig, type ServerConfig } from './config/config.ts';
import { HTTP_LIMITS } from './http/http-server.ts';
import { startServer, type TunnelServer } from './server.ts';
import { recordLog, type RecordedLog } from '../testing/record-log.helper.ts';
import { checkTunnelOptions } from './process/tunnel-process.ts';

const KEY = '0123456789abcdef0123456789abcdef';
const EVENT_ID = '9ec79c33ec9942ab8353589fcb2e04dc';
const AUTH = { 'x-sentry-auth': `Sentry sentry_version=7, sentry_key=${KEY}, sentry_client=sentry.python/2` };
const EVENT = JSON.stringify({ event_id: EVENT_ID, message: 'it broke' });
const items = [{ type: 'event', payload: EVENT }];
const ENVELOPE = buildEnvelope({ header: { event_id: EVENT_ID }, items });

let ingest: ScriptedIngest;
let folder: string;
let server: (TunnelServer & RecordedLog) | undefined;

beforeEach(async () => {
  ingest = await createScriptedIngest();
  folder = mkdtempSync(join(tmpdir(), 'adit-'));
});

afterEach(async () => {
  ingest.respondWith(undefined);
  await server?.stop();
  server = undefined;
  await ingest.close();
  rmSync(folder, { recursive: true, force: true });
});

const configOf = (env: Readonly<Record<string, string>>): ServerConfig =>
  readConfig({
    env: { ADIT_DSNS: ingest.dsn(), PORT: '0', ADIT_ADMIN_PORT: '0', ADIT_SPOOL: 'off', ...env },
    workingDirectory: folder,
    readFile: () => '',
  });

async function start(env: Readonly<Record<string, string>> = { ADIT_API_PATH: '/' }): Promise<string> {
  const recorded = recordLog();
  const httpLimits = { ...HTTP_LIMITS, idleGraceMs: 20 };
  server = { ...(await startServer({ config: configOf(env), log: recorded.log, httpLimits })), ...recorded };
  return new URL(server.url).origin;
}

const post = (url: string, body: Uint8Array | string, headers: HeadersInit = {}): Promise<Response> =>
  fetch(url, { method: 'POST', body: body as BodyInit, headers });

describe('the API door', () => {
  it('takes envelopes by header, query and DSN, in gzip, and events', async () => {
    const origin = await start();
    const door = `${origin.replace('//', `//${KEY}@`)}/42`;
    const withDsn = buildEnvelope({ dsn: door, items });
    const url = `${origin}/api/42/envelope/`;
    const answers = [
      await post(url, ENVELOPE, AUTH),
      await post(`${url}?sentry_key=${KEY}&sentry_version=7`, ENVELOPE),
      await post(url, withDsn),
      await post(url, gzipSync(ENVELOPE), { ...AUTH, 'content-encoding': 'gzip' }),
      await post(`${origin}/api/42/store/`, EVENT, AUTH),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(ingest.received.map(({ url: at }) => at)).toEqual(new Array(5).fill('/api/42/envelope/'));
    const bodies = ingest.received.map(({ body }) => body);
    expect(bodies.slice(0, 4)).toEqual(
      [ENVELOPE, ENVELOPE, withDsn, gzipSync(ENVELOPE)].map((bytes) => Buffer.from(bytes)),
    );
    expect(bodies[4]?.toString()).toBe(
      `{"event_id":"${EVENT_ID}"}\n{"type":"event","length":${EVENT.length}}\n${EVENT}`,
    );
    // The sending server is not a visitor.
    expect(ingest.received.map(({ headers }) => headers['x-forwarded-for'])).toEqual(
      new Array(5).fill('0.0.0.0'),
    );
  });

  it('says in the log where it is, and that an SDK looks for it at another path', async () => {
    const origin = await start({ ADIT_API_PATH: '/sentry/' });
    expect(server?.entries[0]).toMatchObject({ event: 'started', apiUrl: `${origin}/sentry/api/` });
    const response = await post(`${origin}/api/42/envelope/`, ENVELOPE, AUTH);
    expect([response.status, await response.json()]).toEqual([404, { detail: 'no API door at this path' }]);
    expect(server?.entries).toContainEqual(
      expect.objectContaining({ event: 'requests-refused', reason: 'api-path-not-found' }),
    );
  });

  it('refuses a foreign key and a foreign project, and says so in the log', async () => {
    const origin = await start();
    const foreign = { 'x-sentry-auth': `Sentry sentry_key=${'f'.repeat(32)}` };
    expect((await post(`${origin}/api/42/envelope/`, ENVELOPE, foreign)).status).toBe(403);
    expect((await post(`${origin}/api/43/envelope/`, ENVELOPE, AUTH)).status).toBe(403);
    expect((await post(`${origin}/api/43/store/`, EVENT, AUTH)).status).toBe(403);
    expect((await post(`${origin}/api/42/envelope/`, ENVELOPE)).status).toBe(401);
    expect(ingest.received).toEqual([]);
    expect(server?.entries).toContainEqual(
      expect.objectContaining({ event: 'requests-refused', reason: 'dsn-not-allowed', endpoint: 'envelope' }),
    );
  });

  it('takes the report of a page without an origin', async () => {
    const origin = await start();
    const response = await post(`${origin}/api/42/security/?sentry_key=${KEY}`, '{"csp-report":{}}', {
      'content-type': 'application/csp-report',
      origin: 'null',
      'sec-fetch-site': 'cross-site',
    });
    expect(response.status).toBe(200);
    expect(ingest.received[0]?.body.toString()).toContain('{"type":"raw_security","length":17}');
  });

  it.each(['memory', 'disk:spool'])('keeps in %s what comes in an outage, and delivers it', async (spool) => {
    const origin = await start({ ADIT_API_PATH: '/sentry/', ADIT_SPOOL: spool });
    ingest.respond({ status: 503 });
    const kept = await post(`${origin}/sentry/api/42/envelope/`, ENVELOPE, AUTH);
    expect([kept.status, await kept.json()]).toEqual([200, { id: EVENT_ID }]);
    await ingest.waitFor(({ body }) => ingest.received.length > 1 && body.equals(Buffer.from(ENVELOPE)));
    expect(ingest.received[1]?.headers['x-sentry-auth']).toContain(`sentry_key=${KEY}`);
  });

  it('is closed by default, also where the tunnel answers', async () => {
    const origin = await start({});
    for (const endpoint of ['envelope', 'store', 'security']) {
      expect((await post(`${origin}/api/42/${endpoint}/`, ENVELOPE, AUTH)).status).toBe(404);
    }
    // Its SDK does not report it. Requests of scanners are not logged.
    await post(`${origin}/wp-login.php`, '');
    expect(server?.entries.filter(({ event }) => event === 'requests-refused')).toEqual([
      expect.objectContaining({ reason: 'api-path-not-found', status: 404, count: 1 }),
    ]);
    const envelope = buildEnvelope({ dsn: ingest.dsn(), items });
    expect((await post(`${origin}/monitoring-tunnel`, envelope)).status).toBe(200);
    expect(ingest.received).toHaveLength(1);
  });

  it('ends a loop where ADIT_DSNS names the door', async () => {
    const origin = await start();
    const door = { ADIT_API_PATH: '/', ADIT_INGEST_ORIGIN: origin };
    const recorded = recordLog();
    const second = await startServer({ config: configOf(door), log: recorded.log });
    const envelope = buildEnvelope({ dsn: ingest.dsn(), items });
    expect((await post(second.url, envelope)).status).toBe(508);
    await second.stop();
    const [rejected] = recorded.entries.filter(({ event }) => event === 'ingest-rejects');
    expect(rejected?.['message']).toMatch(/it is a tunnel, this one perhaps.*ADIT_DSNS/);
    expect(server?.entries).toContainEqual(
      expect.objectContaining({ event: 'requests-refused', reason: 'tunnel-loop', status: 508 }),
    );
  });

  it('names the variable of a wrong prefix', async () => {
    await expect(checkTunnelOptions(configOf({ ADIT_API_PATH: 'sentry' }))).rejects.toThrow(
      'ADIT_API_PATH="sentry" is not valid: use a path that begins with one slash',
    );
    expect(configOf({ ADIT_API_PATH: ' ' }).tunnel.apiPath).toBeUndefined();
  });
});
