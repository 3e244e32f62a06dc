import ts from 'typescript';

/** Comments that Sentry's wizard writes about its tunnel. */
const TUNNEL = [
  /browser requests to Sentry through a Next\.js rewrite/,
  /^This can increase your server load as well as your hosting bill/,
  /^Note: Check that the configured route will not match with your Next\.js middleware/,
  /^side errors will fail/,
  /^tunnelRoute:/,
];

/** Comments that Sentry's wizard writes. */
const WIZARD = [
  ...TUNNEL,
  /^This file configures the initialization of Sentry/,
  /^The (?:added )?config you add here|^The added config here/,
  /^Note that this config is unrelated to the Vercel Edge Runtime/,
  /^https:\/\/docs\.sentry\.io\/|^https:\/\/vercel\.com\/docs\/cron-jobs/,
  /^Add optional integrations for additional features/,
  /^Define how likely (?:traces|Replay events) are sampled/,
  /^This sets the sample rate to be 10%/,
  /^in development and sample at a lower rate in production/,
  /^Setting this option to true will print useful information/,
  /^Turns off collection of data that could identify users/,
  /^To disable sending user data and HTTP bodies/,
  /^(?:userInfo: false|httpBodies: \[\]),$/,
  /^Enable logs to be sent to Sentry/,
  /^Spotlight enabled for local development/,
  /^Injected content via Sentry wizard below/,
  /^Automatically tree-shake Sentry logger statements/,
  /^Enables automatic instrumentation of Vercel Cron Monitors/,
  /^See the following for more information:/,
];

const isOneOf = (comment: string, known: readonly RegExp[]): boolean => {
  const words = comment.replace(/^\/\/\s*/, '');
  return comment.startsWith('//') && known.some((one) => one.test(words));
};

/** Whether a comment is one that Sentry's wizard writes. */
export const isWizardComment = (comment: string): boolean => isOneOf(comment, WIZARD);

/** Whether it is a comment about the tunnel, which the wizard also writes if it leaves the tunnel out. */
export const isTunnelComment = (comment: string): boolean => isOneOf(comment, TUNNEL);

/** The comments above a node, without those of Sentry's wizard. */
export const ownCommentsAbove = ({ text }: ts.SourceFile, node: ts.Node): readonly string[] =>
  (ts.getLeadingCommentRanges(text, node.pos) ?? [])
    .map(({ pos, end }) => text.slice(pos, end))
    .filter((comment) => !isWizardComment(comment));
