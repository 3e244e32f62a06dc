// The Grafana dashboard of the tunnel server. `node tools/operations/dashboard.mjs` writes deploy/grafana/dashboards/adit-tunnel.json.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { VizLegendOptionsBuilder } from '@grafana/grafana-foundation-sdk/common';
import {
  DashboardBuilder,
  DatasourceVariableBuilder,
  QueryVariableBuilder,
  RowBuilder,
  ThresholdsConfigBuilder,
  VariableRefresh,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder as StatBuilder } from '@grafana/grafana-foundation-sdk/stat';
import { PanelBuilder as TimeSeriesBuilder } from '@grafana/grafana-foundation-sdk/timeseries';
import { ROOT } from '../src/projects.mjs';

export const DASHBOARD = join(ROOT, 'deploy/grafana/dashboards/adit-tunnel.json');

const SOURCE = { type: 'prometheus', uid: '$source' };
/** The chosen environment, a label that the scrape configuration may set, and replica. */
const F = 'environment=~"$environment", instance=~"$replica"';
/** The same, and the chosen project. */
const P = `${F}, project=~"$project"`;
const WINDOW = '$__rate_interval';

const quantile = (q, metric, filter, by = '') =>
  `histogram_quantile(${q}, sum by (le${by}) (rate(${metric}_bucket{${filter}}[${WINDOW}])))`;

/** Colours by threshold: [value, colour]. */
const steps = (...pairs) =>
  new ThresholdsConfigBuilder()
    .mode('absolute')
    .steps([{ value: null, color: 'green' }, ...pairs.map(([value, color]) => ({ value, color }))]);

function withQueries(panel, queries) {
  for (const [expr, legend = ''] of queries)
    panel.withTarget(new DataqueryBuilder().expr(expr).legendFormat(legend));
  return panel;
}

const stat = (title, description, unit, expr, thresholds) =>
  withQueries(
    new StatBuilder()
      .title(title)
      .description(description)
      .unit(unit)
      .thresholds(thresholds)
      .datasource(SOURCE)
      .noValue('none')
      .height(4)
      .span(4),
    [[expr]],
  );

const chart = (title, description, unit, ...queries) =>
  withQueries(
    new TimeSeriesBuilder()
      .title(title)
      .description(description)
      .unit(unit)
      .min(0)
      .legend(
        new VizLegendOptionsBuilder().showLegend(true).displayMode('list').placement('bottom').calcs([]),
      )
      .datasource(SOURCE)
      .height(8)
      .span(8),
    queries,
  );

const ROWS = [
  [
    'Is data being lost?',
    stat(
      'Lost in 24 hours',
      'Envelopes that the tunnel had accepted and that neither ingest nor the spool has. Expect 0.',
      'short',
      `sum(increase(adit_tunnel_lost_total{${F}}[24h]))`,
      steps([0.5, 'red']),
    ),
    stat(
      'Projects without ingest',
      'Their envelopes are stored.',
      'short',
      `count(max by (project) (adit_tunnel_project_outage{${P}}) == 1) or vector(0)`,
      steps([1, 'orange']),
    ),
    stat(
      'Fullest spool',
      'Of all replicas.',
      'percentunit',
      `max(adit_tunnel_spool_size{${F}} / adit_tunnel_spool_limit{${F}})`,
      steps([0.5, 'orange'], [0.8, 'red']),
    ),
    stat(
      'Full in',
      'At the pace of the last 15 minutes. “none” if no spool grows.',
      's',
      `min((adit_tunnel_spool_limit{${F}} - adit_tunnel_spool_size{${F}}) / (deriv(adit_tunnel_spool_size{${F}}[15m]) > 0))`,
      steps(),
    ),
    stat(
      'Oldest, of its bound',
      'The age of the oldest stored envelope, as a share of the age at which it expires.',
      'percentunit',
      `max(adit_tunnel_spool_oldest_age{${F}} / adit_tunnel_spool_max_age{${F}})`,
      steps([0.25, 'orange'], [0.5, 'red']),
    ),
    stat(
      'Replicas',
      'Tunnel servers that Prometheus scrapes.',
      'short',
      `count(adit_tunnel_build_info{${F}})`,
      steps(),
    ),
  ],
  [
    'Envelopes',
    chart('Requests by outcome', 'What became of them.', 'reqps', [
      `sum by (outcome) (rate(adit_tunnel_requests_total{${F}}[${WINDOW}]))`,
      '{{outcome}}',
    ]),
    chart('Refused by reason', 'What clients sent that the tunnel does not forward.', 'reqps', [
      `sum by (reason) (rate(adit_tunnel_requests_total{${F}, outcome="refused"}[${WINDOW}])) > 0`,
      '{{reason}}',
    ]),
    chart('Lost by reason', 'Expect an empty chart.', 'short', [
      `sum by (reason) (increase(adit_tunnel_lost_total{${F}}[${WINDOW}])) > 0`,
      '{{reason}}',
    ]),
    chart('Envelopes by project and fate', 'Whose are forwarded, stored or lost?', 'cps', [
      `sum by (project, fate) (rate(adit_tunnel_project_envelopes_total{${P}}[${WINDOW}])) > 0`,
      '{{project}} {{fate}}',
    ]),
    chart('Rate limits', 'For how long Sentry still limits a category.', 's', [
      `max by (project, category) (adit_tunnel_rate_limit_remaining{${P}})`,
      '{{project}} {{category}}',
    ]),
    chart(
      'Dropped items',
      'By the tunnel, reported to Sentry; and by browsers themselves, such as noise.',
      'cps',
      [`sum by (reason) (rate(adit_tunnel_discarded_total{${F}}[${WINDOW}]))`, 'tunnel: {{reason}}'],
      [`sum by (reason) (rate(adit_tunnel_client_discarded_total{${F}}[${WINDOW}]))`, 'browser: {{reason}}'],
    ),
    chart(
      'What browsers recorded',
      'The share that has arrived, of the items whose fate pages know.',
      'percentunit',
      [
        `sum by (browser) (rate(adit_tunnel_recorded_total{${F}, fate=~"arrived|late"}[${WINDOW}])) / sum by (browser) (rate(adit_tunnel_recorded_total{${F}, fate=~"arrived|lost"}[${WINDOW}]))`,
        '{{browser}}',
      ],
    ),
  ],
  [
    'Spool',
    chart(
      'Size and limit',
      'With the spool in Redis, every replica shows the whole.',
      'bytes',
      [`adit_tunnel_spool_size{${F}}`, '{{instance}}'],
      [`max(adit_tunnel_spool_limit{${F}})`, 'limit'],
    ),
    chart(
      'Waiting and delivered',
      'Stored envelopes, and how many leave each second.',
      'short',
      [`max(adit_tunnel_spool_envelopes{${F}})`, 'waiting'],
      [`sum(rate(adit_tunnel_redelivered_total{${F}}[${WINDOW}]))`, 'delivered each second'],
    ),
    chart(
      'Stores',
      '1 while a store fails, Redis is away, or an operator has paused the delivery.',
      'short',
      [`adit_tunnel_store_failing{${F}}`, '{{instance}} {{store}} fails'],
      [`adit_tunnel_redis_away{${F}}`, '{{instance}} Redis is away'],
      [`adit_tunnel_delivery_paused{${F}}`, '{{instance}} paused'],
    ),
    chart(
      'Rules',
      '1 while the document of ADIT_POLICY is in force, 0 while it is refused, missing or out of reach. Empty without one.',
      'short',
      [`adit_tunnel_policy_ok{${F}}`, '{{instance}}'],
    ),
  ],
  [
    'Time and machines',
    chart(
      'Clients wait',
      'From the first byte of a request to the last of its answer.',
      's',
      [quantile(0.5, 'http_server_request_duration', F), 'p50'],
      [quantile(0.99, 'http_server_request_duration', F), 'p99'],
    ),
    chart('Ingest takes', 'p99 of each project.', 's', [
      quantile(0.99, 'http_client_request_duration', P, ', project'),
      '{{project}}',
    ]),
    chart('Event loop delay', 'p99. Above 0.1 s, the process is too busy.', 's', [
      `nodejs_eventloop_delay_p99{${F}}`,
      '{{instance}}',
    ]),
    chart('Processor', 'Cores in use.', 'short', [
      `sum by (instance) (rate(process_cpu_time_total{${F}}[${WINDOW}]))`,
      '{{instance}}',
    ]),
    chart('Memory', 'All workers of a replica.', 'bytes', [
      `sum by (instance) (process_memory_usage{${F}})`,
      '{{instance}}',
    ]),
    chart(
      'Workers and faults',
      'Only servers with several workers show workers.',
      'short',
      [`adit_tunnel_workers{${F}}`, '{{instance}} workers'],
      [`increase(adit_tunnel_worker_restarts_total{${F}}[${WINDOW}])`, '{{instance}} restarts'],
      [
        `sum by (instance, part) (increase(adit_tunnel_faults_total{${F}}[${WINDOW}]))`,
        '{{instance}} {{part}} failed',
      ],
    ),
  ],
];

const variable = (name, label, query) =>
  new QueryVariableBuilder(name)
    .label(label)
    .query(query)
    .datasource(SOURCE)
    .refresh(VariableRefresh.OnTimeRangeChanged)
    .multi(true)
    .includeAll(true)
    .allValue('.*')
    .current({ text: 'All', value: '$__all' });

/** Builds the dashboard as plain data. */
export function buildDashboard() {
  const dashboard = new DashboardBuilder('Adit tunnel')
    .uid('adit-tunnel')
    .tags(['adit', 'sentry'])
    .description('Is data being lost? Is ingest up? How full is the spool?')
    .refresh('30s')
    .time({ from: 'now-3h', to: 'now' })
    .timezone('browser')
    .withVariable(new DatasourceVariableBuilder('source').label('Source').type('prometheus'))
    .withVariable(variable('environment', 'Environment', 'label_values(adit_tunnel_build_info, environment)'))
    .withVariable(variable('replica', 'Replica', 'label_values(adit_tunnel_build_info, instance)'))
    .withVariable(variable('project', 'Project', 'label_values(adit_tunnel_project_outage, project)'));
  for (const [title, ...panels] of ROWS) {
    dashboard.withRow(new RowBuilder(title));
    for (const panel of panels) dashboard.withPanel(panel);
  }
  return dashboard.build();
}

/** The expressions of a dashboard, with the title of their panel. */
export const expressionsOf = ({ panels }) =>
  panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(DASHBOARD, `${JSON.stringify(buildDashboard(), null, 2)}\n`);
}
