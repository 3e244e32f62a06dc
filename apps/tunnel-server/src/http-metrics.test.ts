import type { Outcome, OutcomeDetail } from '@adit/tunnel';
import { addMetrics, toPrometheusText } from './metrics.ts';
import { mergeMetrics } from './merge-metrics.ts';
import { createHttpMetrics } from './http-metrics.ts';

const detail = (durationMs: number, project?: string): OutcomeDetail => ({
  eventId: undefined,
  project,
  sdk: undefined,
  itemTypes: [],
  bytes: 0,
  durationMs,
  limited: [],
});
const forwarded: Outcome = { kind: 'forwarded', status: 200, bytes: 1, durationMs: 80 };

function record(ingestOrigin?: string) {
  const http = createHttpMetrics({ route: '/monitoring-tunnel', ingestOrigin, now: () => 1_000 });
  http.record(forwarded, detail(90, 'a.example:8443/1'));
  http.record(
    { kind: 'timed-out', status: 504, detail: '', durationMs: 10_000 },
    detail(10_001, 'b.example/2'),
  );
  http.record({ kind: 'aborted', status: 400, detail: '' }, detail(1));
  http.record({ kind: 'refused', reason: 'path-not-found', status: 404, detail: '' }, detail(1));
  http.record({ kind: 'refused', reason: 'method-not-allowed', status: 405, detail: '' }, detail(1));
  http.recordRedelivery(200, detail(70, 'a.example:8443/1'));
  return http;
}

const linesOf = (http: ReturnType<typeof record>): readonly string[] =>
  toPrometheusText(addMetrics([], http.collect()))
    .split('\n')
    .filter((line) => line.includes('_count{'));

describe('createHttpMetrics', () => {
  it('measures requests of clients and to ingest by the names of OpenTelemetry', () => {
    const route = 'http_route="/monitoring-tunnel"';
    const client = 'http_request_method="POST",server_address=';
    expect(linesOf(record())).toEqual([
      'adit_tunnel_ingest_duration_count{http_response_status_code="200"} 1',
      'adit_tunnel_ingest_duration_count{error_type="timed-out"} 1',
      `http_server_request_duration_count{http_request_method="POST",url_scheme="http",${route},http_response_status_code="200"} 1`,
      `http_server_request_duration_count{http_request_method="POST",url_scheme="http",${route},http_response_status_code="504"} 1`,
      `http_server_request_duration_count{http_request_method="POST",url_scheme="http",${route},error_type="aborted"} 1`,
      'http_server_request_duration_count{http_request_method="_OTHER",url_scheme="http",http_response_status_code="404"} 1',
      `http_server_request_duration_count{http_request_method="_OTHER",url_scheme="http",${route},http_response_status_code="405"} 1`,
      `http_client_request_duration_count{${client}"a.example",server_port="8443",project="a.example:8443/1",http_response_status_code="200"} 2`,
      `http_client_request_duration_count{${client}"b.example",server_port="443",project="b.example/2",error_type="timed-out"} 1`,
    ]);
  });

  it.each(['unreachable', 'invalid-answer'] as const)(
    'says of a request to ingest that it was %s',
    (kind) => {
      const http = createHttpMetrics({ route: '/t', ingestOrigin: undefined, now: () => 1_000 });
      http.record({ kind, status: 502, detail: '', durationMs: 3 }, detail(4, 'a.example/1'));

      expect(linesOf(http)).toEqual([
        `adit_tunnel_ingest_duration_count{error_type="${kind}"} 1`,
        expect.stringContaining('http_response_status_code="502"'),
        expect.stringContaining(`error_type="${kind}"`),
      ]);
    },
  );

  it('names the server that is put in the place of ingest', () => {
    expect(linesOf(record('http://relay.internal')).join('\n')).toContain(
      'server_address="relay.internal",server_port="80"',
    );
  });

  it('is merged over processes like any histogram', () => {
    const scopes = () => addMetrics([], record().collect());
    const text = toPrometheusText(mergeMetrics([scopes(), scopes()]));
    expect(text).toMatch(/http_client_request_duration_count\{.*a\.example.*\} 4/);
  });
});
