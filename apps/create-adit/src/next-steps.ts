interface Steps {
  readonly packageManager: string;
  /** The scripts of the application's `package.json`. */
  readonly scripts: Readonly<Record<string, string>>;
  /** The path that `cd` takes; empty if the application is in the current folder. */
  readonly folder: string;
}

/** `receiver.mjs` takes any key and project. */
const RECEIVER = 'SENTRY_DSN=http://key@127.0.0.1:8969/42 ';

/** The command that starts an application in development, with variables for the server. */
const runOf = ({ packageManager }: Steps, variables = ''): string => `${variables}${packageManager} run dev`;

/** Where to go, what to install, what to start. */
export function nextSteps(steps: Steps): string[] {
  const path = /^[\w./-]+$/.test(steps.folder) ? steps.folder : `"${steps.folder}"`;
  return [...(steps.folder === '' ? [] : [`cd ${path}`]), `${steps.packageManager} install`, runOf(steps)];
}

/** How to see an event without an account: the commands, each in a terminal of its own. */
export function receiverSteps(steps: Steps): string[] {
  const { packageManager, scripts } = steps;
  // Without a server of its own, the application has the tunnel server beside it, which takes the DSN.
  return scripts.tunnel === undefined
    ? ['node receiver.mjs', runOf(steps, RECEIVER)]
    : ['node receiver.mjs', `${RECEIVER}${packageManager} run tunnel`, runOf(steps)];
}
