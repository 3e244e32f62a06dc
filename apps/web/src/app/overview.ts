/** What a team gets, each with a figure. `overview.spec.ts` holds the figures to the documents that they are from. */
export const PROMISES = [
  {
    figure: '4.3 KB',
    text: 'added to the first load by all of Adit, gzipped; Sentry’s SDK adds 58.9 KB.',
  },
  {
    figure: '0 of 4,899',
    text: 'acknowledged envelopes lost in a simulated hour’s outage with 20 kills.',
  },
  { figure: '0 of 1,000', text: 'clicks without effect where data hangs or fails; 181 without the router.' },
  { figure: '3', text: 'prefetches instead of 72 on a page of 500 links over slow 4G; clicks take as long.' },
  { figure: '197 of 209', text: 'noise messages of public trackers dropped, and none of 178 genuine ones.' },
  { figure: '22 of 22', text: 'repositories set up by one command, and given back byte for byte.' },
] as const;

interface SiteLink {
  readonly name: string;
  /** Without it, nobody knows where the site is. */
  readonly href?: string;
  readonly text: string;
}

/** Pages of the documentation. `address` is where it is served; without it, the text says how to start it. */
export function siteLinks(address: string | undefined): readonly SiteLink[] {
  const base = address?.replace(/\/+$/, '');
  const operations = 'What to watch, and what to do: metrics, logs, alerts.';
  return base
    ? [
        { name: 'Operations', href: `${base}/operations/`, text: operations },
        { name: 'Documentation', href: `${base}/`, text: 'Guides, reference, benchmarks.' },
      ]
    : [
        { name: 'Operations', text: operations },
        { name: 'Documentation', text: 'Start it with npx nx dev docs.' },
      ];
}
