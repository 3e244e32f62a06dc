import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  answerOutcomes,
  drawPage,
  EVENT_HEADERS,
  loginPage,
  PAGE_HEADERS,
  type Access,
  type Board,
  type EventStreams,
  type Followed,
  type Forward,
  type ReadField,
  type Role,
} from '@adit/operations';
import type { Log } from '../log/log.ts';
import { readCommand, type ControlCommand } from '../process/control.ts';
import { readText } from './read-text.ts';

/** The data and actions of the admin endpoints. */
export interface AdminSources {
  /** Whether the server is ready for requests. */
  readonly isReady: () => boolean | Promise<boolean>;
  /** All metrics, in the text format of Prometheus. */
  readonly metrics: () => Promise<string>;
  readonly board: Board;
  readonly streams: EventStreams;
  /** The forwards of an event, newest first. */
  readonly findForwards: (eventId: string) => Promise<readonly Forward[]>;
  /** Accounts of the items that the policy has judged in the last hour; `undefined` without one. */
  readonly recent: () => Promise<readonly unknown[] | undefined>;
  readonly control: (command: ControlCommand) => void;
  /** The configuration without secrets, for a bug report. */
  readonly settings: () => unknown;
  readonly access: Access;
  readonly log: Log;
}

interface AdminAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface AdminRequest {
  readonly request: IncomingMessage;
  readonly query: URLSearchParams;
  readonly role: Role;
}

const PROMETHEUS_TEXT = 'text/plain; version=0.0.4; charset=utf-8';

/** The longest body, in bytes. */
const MAX_BODY_BYTES = 16_384;

const json = (
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): AdminAnswer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
});

const html = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): AdminAnswer => ({
  status,
  headers: { ...PAGE_HEADERS, ...headers },
  body,
});

/** The body is that of Relay's health check. */
const health = (isHealthy: boolean): AdminAnswer => json(isHealthy ? 200 : 503, { is_healthy: isHealthy });

/** The requirement of an endpoint: nothing at all, no token, a token to read, or the token for control. */
type Need = 'nothing' | 'own-site' | Exclude<Role, 'none'>;

interface Endpoint {
  readonly method: 'GET' | 'POST';
  readonly needs: Need;
  readonly answer: (sources: AdminSources, request: AdminRequest) => AdminAnswer | Promise<AdminAnswer>;
}

const LOGIN = '/login';

const get = (needs: Need, answer: Endpoint['answer']): Endpoint => ({ method: 'GET', needs, answer });

const ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map([
  ['/healthz/live', get('nothing', () => health(true))],
  ['/healthz/ready', get('nothing', async ({ isReady }) => health(await isReady()))],
  [
    '/metrics',
    get('own-site', async ({ metrics }) => ({
      status: 200,
      headers: { 'content-type': PROMETHEUS_TEXT },
      body: await metrics(),
    })),
  ],
  ['/', get('own-site', showPage)],
  [LOGIN, { method: 'POST', needs: 'own-site', answer: logIn }],
  ['/state', get('read', ({ board }) => json(200, board.state()))],
  ['/outcomes', get('read', showOutcomes)],
  ['/policy/recent', get('read', showRecent)],
  ['/dump', get('control', showDump)],
  ...(['pause', 'resume', 'flush', 'drop', 'log-level'] as const).map((kind): [string, Endpoint] => [
    `/control/${kind}`,
    {
      method: 'POST',
      needs: 'control',
      answer: (sources, { request }) => carryOut(kind, sources, request),
    },
  ]),
]);

/** Server-sent events are not a single answer. */
const EVENTS = '/events';
const FOLLOWED: readonly Followed[] = ['outcomes', 'page'];

/**
 * Creates a node:http listener for the admin port. Probes need nothing. Metrics need no token, because scrapers often
 * have none and metrics contain no event ids, addresses or keys. Everything else needs a role.
 */
export function createAdminListener(
  sources: AdminSources,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    void respond(sources, request, response).then((answer) => {
      request.resume();
      if (answer === undefined) return;
      response.writeHead(answer.status, {
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        ...answer.headers,
      });
      response.end(request.method === 'HEAD' ? undefined : answer.body);
    });
  };
}

async function respond(
  sources: AdminSources,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<AdminAnswer | undefined> {
  const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost');
  const endpoint = pathname === EVENTS ? get('read', () => json(200, {})) : ENDPOINTS.get(pathname);
  if (endpoint === undefined) return json(404, { detail: 'not found' });
  const { method } = endpoint;
  if (request.method !== method && !(method === 'GET' && request.method === 'HEAD')) {
    const accepted = method === 'GET' ? 'only GET and HEAD are accepted' : 'only POST is accepted';
    return json(405, { detail: accepted }, { allow: method });
  }
  const { access } = sources;
  const field: ReadField = (name) => request.headers[name]?.toString();
  if (endpoint.needs !== 'nothing' && access.isForeign(field)) {
    return json(403, { detail: 'the Host or Origin of the request is not this server' });
  }
  const role = access.roleOf(field);
  const refused = refuse(endpoint.needs, role);
  if (refused !== undefined) return refused;
  try {
    if (pathname !== EVENTS) return await endpoint.answer(sources, { request, query, role });
    if (request.method === 'HEAD') return json(200, {}, { 'content-type': 'text/event-stream' });
    const only = FOLLOWED.find((one) => one === query.get('only')) ?? 'all';
    if (sources.streams.isFull()) return json(503, { detail: 'too many clients follow events' });
    follow(sources.streams, response, only);
    return undefined;
  } catch {
    return json(500, { detail: 'the request failed; metrics, health or state could not be read' });
  }
}

function refuse(needs: Need, role: Role): AdminAnswer | undefined {
  if (needs === 'nothing' || needs === 'own-site' || role === 'control' || role === needs) return undefined;
  if (role === 'none') return json(401, { detail: 'a token is needed' }, { 'www-authenticate': 'Bearer' });
  return json(403, { detail: 'the token of ADIT_ADMIN_CONTROL_TOKEN is needed' });
}

function follow(streams: EventStreams, response: ServerResponse, only: Followed): void {
  response.writeHead(200, EVENT_HEADERS);
  const leave = streams.open(
    {
      write: (text) => response.write(text),
      waitingBytes: () => response.writableLength,
      end: () => response.end(),
      cut: () => response.destroy(),
    },
    only,
  );
  response.on('close', leave);
}

async function showPage(sources: AdminSources, { role, query }: AdminRequest): Promise<AdminAnswer> {
  if (role === 'none') return html(401, loginPage({ action: LOGIN }));
  return html(200, await drawPage(sources, query.get('event') ?? ''));
}

async function logIn({ access, log }: AdminSources, { request }: AdminRequest): Promise<AdminAnswer> {
  const body = await readText(request, MAX_BODY_BYTES);
  const cookie =
    body === undefined ? undefined : access.cookieFor(new URLSearchParams(body).get('token') ?? '', '/');
  if (cookie === undefined) {
    log.warn('admin-login-refused');
    return html(401, loginPage({ action: LOGIN, wasWrong: true }));
  }
  return { status: 303, headers: { location: '/', 'set-cookie': cookie }, body: '' };
}

async function showOutcomes(sources: AdminSources, { query }: AdminRequest): Promise<AdminAnswer> {
  const { status, value } = await answerOutcomes(sources, query);
  return json(status, value);
}

async function showRecent({ recent, board }: AdminSources): Promise<AdminAnswer> {
  const items = await recent();
  return items === undefined
    ? json(404, { detail: 'the policy is off' })
    : json(200, { items, scrubs: board.state().policy?.scrubs ?? [] });
}

/** Without the titles of errors: a dump may leave the company. */
function showDump({ board, settings, log }: AdminSources): AdminAnswer {
  log.info('control', { command: 'dump' });
  const { policy, ...state } = board.state();
  return json(
    200,
    {
      settings: settings(),
      state: { ...state, policy: policy && { ...policy, top: [] } },
      outcomes: board.outcomes(),
    },
    { 'content-disposition': 'attachment; filename="adit-tunnel.json"' },
  );
}

async function carryOut(
  kind: ControlCommand['kind'],
  { board, control, log }: AdminSources,
  request: IncomingMessage,
): Promise<AdminAnswer> {
  const text = await readText(request, MAX_BODY_BYTES);
  if (text === undefined) return json(413, { detail: 'the body is too large' });
  let body: unknown;
  try {
    body = text === '' ? undefined : JSON.parse(text);
  } catch {
    return json(400, { detail: 'the body is no JSON' });
  }
  const command = readCommand(
    kind,
    body,
    board.state().projects.map(({ project }) => project),
  );
  if (typeof command === 'string') return json(400, { detail: command });
  const { kind: name, ...fields } = command;
  log.warn('control', { command: name, ...fields });
  control(command);
  return json(202, { accepted: command });
}
