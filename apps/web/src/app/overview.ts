/** The benefits for a team, each with a figure. `overview.spec.ts` compares the figures with their source documents. */
export const PROMISES = [
  {
    figure: '4.3 to 8.6 KB',
    text: 'added to the first load by all of Adit, gzipped; Sentry’s SDK adds 58.9 KB.',
  },
  {
    figure: '0 of 4,899',
    text: 'acknowledged envelopes lost in a simulated hour’s outage with 20 kills.',
  },
  { figure: '0 of 1,000', text: 'clicks without effect where data hangs or fails; 181 without the router.' },
  { figure: '3', text: 'prefetches instead of 72 on a page of 500 links over slow 4G; clicks take as long.' },
  { figure: '200 of 209', text: 'noise messages of public trackers dropped, and none of 178 genuine ones.' },
  { figure: '22 of 22', text: 'repositories set up by one command, and given back byte for byte.' },
] as const;

interface OverviewLink {
  readonly name: string;
  /** Without it, the text explains how to get there. */
  readonly href?: string;
  readonly text: string;
}

/** The variables with the addresses of the pages. */
type Variables = Readonly<Partial<Record<'NODE_ENV' | 'ADIT_ADMIN_TOKEN' | 'ADIT_DOCS_URL', string>>>;

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
