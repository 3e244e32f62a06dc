/** How a fault is raised: by code in this page, by visiting a page, or by posting a server action. */
export type FaultAction =
  | { kind: 'run'; label: string }
  | { kind: 'visit'; href: string; afterDeployment?: boolean }
  | { kind: 'redirect'; history: 'push' | 'replace' };

/** A fault that visitors can raise. */
export interface Fault {
  readonly id: string;
  readonly title: string;
  readonly what: string;
  readonly action: FaultAction;
  /** The reason why monitoring reports nothing, if it does not. */
  readonly silence?: string;
}

const CONTROL_FLOW = 'The framework raises it to control rendering: it is an answer, not an error.';

/** Every fault of the lab, by section. */
export const FAULT_SECTIONS: readonly { title: string; faults: readonly Fault[] }[] = [
  {
    title: 'Errors',
    faults: [
      {
        id: 'client-error',
        title: 'Client error',
        what: 'An event handler throws.',
        action: { kind: 'run', label: 'Throw an error' },
      },
      {
        id: 'unhandled-rejection',
        title: 'Unhandled rejection',
        what: 'A promise rejects and nothing handles it.',
        action: { kind: 'run', label: 'Reject a promise' },
      },
      {
        id: 'render-error',
        title: 'Render error without a boundary',
        what: 'A component throws in the browser; the global error screen replaces the document.',
        action: { kind: 'visit', href: '/crash/client' },
      },
      {
        id: 'server-error',
        title: 'Server error with a digest',
        what: 'A server component throws; the nearest error screen shows the digest that finds it in the logs.',
        action: { kind: 'visit', href: '/lab/server-error' },
      },
      {
        id: 'server-error-global',
        title: 'Server error without a boundary',
        what: 'The same, caught only by the global error screen.',
        action: { kind: 'visit', href: '/crash/server' },
      },
    ],
  },
  {
    title: 'Screens',
    faults: [
      {
        id: 'unauthorized',
        title: '401 unauthorized',
        what: 'A page that asks for a signed-in visitor.',
        action: { kind: 'visit', href: '/lab/unauthorized' },
        silence: CONTROL_FLOW,
      },
      {
        id: 'forbidden',
        title: '403 forbidden',
        what: 'A page this visitor may not see.',
        action: { kind: 'visit', href: '/lab/forbidden' },
        silence: CONTROL_FLOW,
      },
      {
        id: 'not-found',
        title: '404 not found',
        what: 'A page that does not exist.',
        action: { kind: 'visit', href: '/lab/nowhere' },
        silence: CONTROL_FLOW,
      },
    ],
  },
  {
    title: 'Navigation',
    faults: [
      {
        id: 'redirect-push',
        title: 'Redirect that adds a history entry',
        what: 'A server action redirects with push: Back returns here.',
        action: { kind: 'redirect', history: 'push' },
        silence: CONTROL_FLOW,
      },
      {
        id: 'redirect-replace',
        title: 'Redirect that replaces the entry',
        what: 'A server action redirects with replace: Back skips this page.',
        action: { kind: 'redirect', history: 'replace' },
        silence: CONTROL_FLOW,
      },
      {
        id: 'hanging-route',
        title: 'Route that hangs',
        what: 'Its data never arrives. After 3.8 seconds the router loads the whole page.',
        action: { kind: 'visit', href: '/lab/hanging' },
        silence: 'The navigation finished as a full page load; nobody saw an error.',
      },
      {
        id: 'missing-chunk',
        title: 'Route whose chunk is gone',
        what: 'After a deployment its script answers 404. The router loads the whole page, once.',
        action: { kind: 'visit', href: '/lab/missing-chunk', afterDeployment: true },
        silence: 'The navigation finished as a full page load; nobody saw an error.',
      },
    ],
  },
  {
    title: 'Noise',
    faults: [
      {
        id: 'resize-observer',
        title: 'ResizeObserver loop',
        what: 'An observer resizes the element it observes. Browsers report an error; visitors see nothing.',
        action: { kind: 'run', label: 'Resize in a loop' },
      },
      {
        id: 'cross-origin-script',
        title: 'Cross-origin script error',
        what: 'A script of another origin fails; the browser reports only “Script error.” (On localhost the other origin is 127.0.0.1. On other hosts the script is of the same origin, and its error is sent.)',
        action: { kind: 'run', label: 'Load a script' },
      },
    ],
  },
  {
    title: 'Data',
    faults: [
      {
        id: 'slow-data',
        title: 'Slow data fetch',
        what: 'The server waits two seconds for its data, then renders.',
        action: { kind: 'visit', href: '/lab/data?delay=2000' },
        silence: 'Slow is not an error: the page arrived.',
      },
      {
        id: 'recovering-data',
        title: 'Failing data fetch that recovers',
        what: 'The data source answers 503 twice; the third try succeeds.',
        action: { kind: 'visit', href: '/lab/data?failures=2' },
        silence: 'The retries succeeded: nobody saw an error.',
      },
      {
        id: 'failing-data',
        title: 'Failing data fetch',
        what: 'The data source always answers 503: one request, three retries, then the error screen.',
        action: { kind: 'visit', href: '/lab/data?failures=9' },
      },
    ],
  },
];
