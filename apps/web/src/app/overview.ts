/** The benefits for a team, each with a figure and its conditions. `overview.spec.ts` compares the figures with their source documents. */
export const PROMISES = [
  {
    figure: '4.2 to 9.0 KB',
    text: 'added to the first load; Sentry’s SDK adds 58.9 KB.',
    conditions:
      'Gzipped, all that init installs, beside Sentry’s SDK with errors and tracing. 4.2 KB where the application had a global-error page; without one, 7.1 KB with Turbopack and 9.0 KB with webpack.',
  },
  {
    figure: '0 of 4,899',
    text: 'accepted envelopes lost in an hour without Sentry.',
    conditions:
      'Of the tunnel server with its spool on disk, killed 20 times in a simulated hour. With the spool in memory: 1,868 of 2,690.',
  },
  {
    figure: '0 of 1,000',
    text: 'clicks without effect where data hangs or fails.',
    conditions:
      '1,000 navigations in Chromium against a server that hangs or fails. Without the router: 181.',
  },
] as const;

/** The command that sets up a Next application. */
export const INIT_COMMAND = 'npx @adit/cli init';

/** A row that leads on. */
export interface OverviewLink {
  readonly name: string;
  /** Without it, the text explains how to get there. */
  readonly href?: string;
  readonly text: string;
}

/** The variables with the addresses of the pages. */
type Variables = Readonly<Partial<Record<'NODE_ENV' | 'ADIT_ADMIN_TOKEN' | 'ADIT_DOCS_URL', string>>>;

const DOORS = [
  { name: 'Next.js', page: 'start/next', text: 'Errors, screens, router.' },
  { name: 'Another framework', page: 'start/', text: 'Vite, SvelteKit, Express.' },
  { name: 'The tunnel server', page: 'start/tunnel-server', text: 'PHP, Rails, Go, files.' },
] as const;

/** The pages to start from, with addresses if the documentation is served. */
export function doors({ ADIT_DOCS_URL }: Variables): readonly OverviewLink[] {
  const base = ADIT_DOCS_URL?.replace(/\/+$/, '');
  return DOORS.map(({ name, page, text }) => ({ name, text, ...(base && { href: `${base}/${page}` }) }));
}

/** The operations page of this server, and the pages of the documentation if they are served. */
export function overviewLinks({
  NODE_ENV,
  ADIT_ADMIN_TOKEN,
  ADIT_DOCS_URL,
}: Variables): readonly OverviewLink[] {
  const base = ADIT_DOCS_URL?.replace(/\/+$/, '');
  const isServed = NODE_ENV !== 'production' || Boolean(ADIT_ADMIN_TOKEN?.trim());
  return [
    isServed
      ? { name: 'Operations', href: '/operations', text: 'What the tunnel does, live.' }
      : { name: 'Operations', text: 'Off: it needs a token.' },
    ...(base
      ? [
          { name: 'Runbook', href: `${base}/operations/`, text: 'What to watch, and what to do.' },
          { name: 'Documentation', href: `${base}/`, text: 'Guides, reference, benchmarks.' },
        ]
      : [{ name: 'Documentation', text: 'Start it with npx nx dev docs.' }]),
  ];
}
