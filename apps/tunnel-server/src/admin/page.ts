import type { OutcomeEntry } from './outcome-entry.ts';
import type { ServerState } from './state.ts';

/** The policy of the pages: nothing from elsewhere, no script, no frame. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const;

const STYLE =
  ':root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}body{max-width:60rem;margin:2rem auto;padding:0 1rem}' +
  'table{border-collapse:collapse}th,td{text-align:start;padding:.25rem 1rem .25rem 0;vertical-align:top}';

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const page = (title: string, content: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title><style>${STYLE}</style></head><body><main><h1>${escape(title)}</h1>${content}</main></body></html>`;

/** The page that asks for a token. */
export function loginPage(wasWrong: boolean): string {
  const message = wasWrong ? '<p role="alert">This token is not valid.</p>' : '';
  return page(
    'Adit tunnel: sign in',
    `${message}<form method="post" action="/login"><p><label>Token <input type="password" name="token" autocomplete="current-password" required></label></p><p><button>Sign in</button></p></form>`,
  );
}

/** The state of the server as a table of now, and the last outcomes. */
export function statePage(state: ServerState, outcomes: readonly OutcomeEntry[]): string {
  const { lost, spool, projects, rates, counts, workers, server } = state;
  const row = (name: string, value: string): string =>
    `<tr><th scope="row">${escape(name)}</th><td>${escape(value)}</td></tr>`;
  const list = (values: Readonly<Record<string, number>>): string =>
    Object.entries(values)
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ') || 'none';
  const rows = [
    row('Lost envelopes', `${lost.total}${lost.total > 0 ? `: ${list(lost.byReason)}` : ''}`),
    ...projects.map(({ project, isUp, limits }) =>
      row(
        `Ingest of ${project}`,
        [
          isUp ? 'available' : 'unavailable',
          ...limits.map(({ category, remainingMs }) => `${category} limited for ${seconds(remainingMs)}`),
        ].join('; '),
      ),
    ),
    row(
      'Spool',
      spool === null
        ? 'off'
        : `${spool.envelopes} envelopes, ${spool.bytes} bytes${spool.fill === null ? '' : `, ${Math.round(spool.fill * 100)} % full`}${spool.isPaused ? ', paused' : ''}${spool.isHealthy ? '' : ', failing'}`,
    ),
    row('Oldest stored envelope', spool?.oldestAgeMs ? seconds(spool.oldestAgeMs) : 'none'),
    row('Requests', list(counts.requests)),
    row('Refused', list(counts.refused)),
    row('Requests a second', rates.requestsPerS.toFixed(1)),
    row('Ingest, p50 and p99', `${rates.ingestP50Ms ?? '–'} ms, ${rates.ingestP99Ms ?? '–'} ms`),
    row(
      'Workers',
      workers.map(({ worker, isAnswering }) => `${worker}${isAnswering ? '' : ' (no answer)'}`).join(', '),
    ),
    row('Version', `${server.version}, Node ${server.node}`),
  ];
  const outcomeRows = outcomes.map(
    ({ at, outcome, reason, eventId, project, itemTypes }) =>
      `<tr><td>${new Date(at).toISOString()}</td><td>${[outcome, reason ?? '', eventId ?? '', project ?? '', itemTypes.join(' ')].map(escape).join('</td><td>')}</td></tr>`,
  );
  return page(
    'Adit tunnel',
    `<table><caption>Now: ${new Date(state.at).toISOString()}</caption><tbody>${rows.join('')}</tbody></table><h2>Last outcomes</h2><table><thead><tr><th scope="col">Time</th><th scope="col">Outcome</th><th scope="col">Reason</th><th scope="col">Event</th><th scope="col">Project</th><th scope="col">Items</th></tr></thead><tbody>${outcomeRows.join('')}</tbody></table>`,
  );
}

const seconds = (ms: number): string => `${Math.round(ms / 1_000)} s`;
