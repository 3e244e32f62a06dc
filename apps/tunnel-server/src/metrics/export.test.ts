import type { Durations } from '@adit/tunnel';
import { linesOf, measuresOf } from '../../testing/reports.helper.ts';

const took = (count: number): Durations => ({
  counts: Array.from({ length: 15 }, (_, bucket) => (bucket === 2 ? count : 0)),
  sum: count,
});

const REQUESTS = {
  'POST tunnel 200': took(1),
  'POST tunnel aborted': took(1),
  'POST undefined 404': took(1),
  '_OTHER undefined 404': took(2),
};
const ANSWERS = {
  'a.example:8443/1': { 200: took(1), 404: took(1) },
  'b.example/2': { 'timed-out': took(1), 200: took(3) },
  '': { unreachable: took(1) },
};
const REDELIVERIES = { 'a.example:8443/1': { 200: took(1) }, 'c.example/3': { 200: took(1) } };

const counts = (
  options: Parameters<typeof linesOf>[1] = {},
  requests: Record<string, Durations> = REQUESTS,
) =>
  linesOf(measuresOf({ requests, answers: ANSWERS, redeliveries: REDELIVERIES }), options).filter((line) =>
    /duration_count\{/.test(line),
  );

describe('durations', () => {
  it('are those of requests of clients and to ingest, by the names of OpenTelemetry', () => {
    const server = 'http_server_request_duration_count{http_request_method=';
    const client = 'http_client_request_duration_count{http_request_method="POST",server_address=';
    const answered = 'http_response_status_code="200"';
    expect(counts({ path: '/monitoring-tunnel' })).toEqual([
      // Statuses come first: they are whole numbers.
      `adit_tunnel_ingest_duration_count{${answered}} 4`,
      'adit_tunnel_ingest_duration_count{http_response_status_code="404"} 1',
      'adit_tunnel_ingest_duration_count{error_type="timed-out"} 1',
      'adit_tunnel_ingest_duration_count{error_type="unreachable"} 1',
      `${server}"POST",url_scheme="http",http_route="/monitoring-tunnel",${answered}} 1`,
      `${server}"POST",url_scheme="http",http_route="/monitoring-tunnel",error_type="aborted"} 1`,
      `${server}"POST",url_scheme="http",http_response_status_code="404"} 1`,
      `${server}"_OTHER",url_scheme="http",http_response_status_code="404"} 2`,
      `${client}"a.example",server_port="8443",project="a.example:8443/1",${answered}} 2`,
      `${client}"a.example",server_port="8443",project="a.example:8443/1",http_response_status_code="404"} 1`,
      `${client}"b.example",server_port="443",project="b.example/2",${answered}} 3`,
      `${client}"b.example",server_port="443",project="b.example/2",error_type="timed-out"} 1`,
      `${client}"unknown",server_port="443",project="",error_type="unreachable"} 1`,
      `${client}"c.example",server_port="443",project="c.example/3",${answered}} 1`,
    ]);
  });

  it('tell the endpoints of the API door from the tunnel path, and each other', () => {
    const requests = Object.fromEntries(
      ['tunnel', 'envelope', 'store', 'security'].map((endpoint) => [`POST ${endpoint} 200`, took(1)]),
    );
    const routes = counts({ apiPath: '/sentry/' }, requests).flatMap(
      (line) => /http_route="(.*?)"/.exec(line)?.slice(1) ?? [],
    );
    expect(routes).toEqual([
      '/t',
      '/sentry/api/{project}/envelope/',
      '/sentry/api/{project}/store/',
      '/sentry/api/{project}/security/',
    ]);
  });

  it('name the server that is put in the place of ingest', () => {
    expect(counts({ ingestOrigin: 'http://relay.internal' }).join('\n')).toContain(
      'server_address="relay.internal",server_port="80"',
    );
  });
});
