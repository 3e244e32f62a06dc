import { Command, CommanderError, Option } from 'commander';
import { type ChangeCommand, runChange } from './commands/change.ts';
import type { BudgetOptions } from './commands/budget.ts';
import type { CheckPolicyOptions } from './commands/check-policy.ts';
import type { SignPolicyOptions } from './commands/sign-policy.ts';
import type { McpOptions } from './commands/mcp.ts';
import type { TryPolicyOptions } from './commands/try-policy.ts';
import type { TailOptions } from './commands/tail.ts';
import { type Doctor, type DoctorOptions, runDoctor } from './commands/doctor.ts';
import type { Host } from './host.ts';
import { type Options, UsageError } from './options.ts';

/** The commands of the program. */
export interface Abilities {
  readonly changes: readonly (ChangeCommand & { readonly summary: string })[];
  readonly doctor: Doctor;
  /** Follows a tunnel server. Returns the exit code. */
  readonly tail: (eventId: string | undefined, options: TailOptions, host: Host) => Promise<number>;
  /** Checks a policy document. Returns the exit code. */
  readonly checkPolicy: (file: string, options: CheckPolicyOptions, host: Host) => number;
  /** Signs a policy document. Returns the exit code. */
  readonly signPolicy: (file: string, options: SignPolicyOptions, host: Host) => Promise<number>;
  /** Tries a policy document on the items of the last hour. Returns the exit code. */
  readonly tryPolicy: (file: string, options: TryPolicyOptions, host: Host) => Promise<number>;
  /** Drives a built application in Chromium, and judges it. Returns the exit code. */
  readonly budget: (paths: readonly string[], options: BudgetOptions, host: Host) => Promise<number>;
  /** Serves tools to coding agents. Returns the exit code. */
  readonly mcp: (options: McpOptions, version: string, host: Host) => Promise<number>;
}

const EXIT_USAGE = 2;

const ADMIN_PORT = 'http://127.0.0.1:8788';
const TOKEN_DEFAULT = 'default: ADIT_ADMIN_TOKEN or ADIT_ADMIN_CONTROL_TOKEN';

/** The options of a command without flags. */
export const DEFAULTS: DoctorOptions = {
  app: [],
  dryRun: false,
  yes: false,
  json: false,
  install: true,
  fix: false,
  online: undefined,
};

const collect = (value: string, values: readonly string[]): readonly string[] => [...values, value];

function addOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--app <folder>', 'only this application; may be repeated')
        .argParser(collect)
        .default([], 'all'),
    )
    .option('--dry-run', 'write nothing, print a unified diff')
    .option('-y, --yes', 'ask nothing, work on all applications')
    .option('--json', 'print JSON, ask nothing')
    .option('--no-install', 'write package.json, but do not install packages');
}

/** Nobody can answer questions while JSON is printed. */
const withoutPerson = (host: Host, { json }: Options): Host => (json ? { ...host, canAsk: false } : host);

function createProgram(
  { changes, doctor, tail, checkPolicy, signPolicy, tryPolicy, budget, mcp }: Abilities,
  version: string,
  host: Host,
  end: (exitCode: number) => void,
): Command {
  const program = new Command('adit')
    .description('Sets up Adit in the applications of a repository.')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => host.print(text),
      writeErr: (text) => host.warn(text),
      // `explain` prints all reasons in the same form.
      outputError: () => undefined,
    });
  for (const change of changes) {
    const command = addOptions(program.command(change.name).description(change.summary));
    if (change.raisesSdk)
      command.addOption(new Option('--sdk <major>', 'also raise version 10 of Sentry’s SDK').choices(['11']));
    command.action(async (given: Partial<Options>) => {
      const options = { ...DEFAULTS, ...given };
      end(await runChange(change, options, withoutPerson(host, options)));
    });
  }
  addOptions(program.command('doctor').description('Find what is wrong with a set-up'))
    .option('--fix', 'mend what needs no decision of yours')
    .option(
      '--online <url>',
      'also send a marked envelope through the running application, and look at one of its chunks',
    )
    .action(async (given: Partial<DoctorOptions>) => {
      const options = { ...DEFAULTS, ...given };
      end(await runDoctor(doctor, options, withoutPerson(host, options)));
    });
  program
    .command('tail')
    .description('Follow what a tunnel server does with envelopes, or say where an event went')
    .argument('[event]', 'an event id')
    .option('--url <url>', 'origin of the admin port, or address of the operations page', ADMIN_PORT)
    .option('--token <token>', TOKEN_DEFAULT)
    .option('--json', 'print JSON, one object in a line')
    .action(async (eventId: string | undefined, given: { url: string; token?: string; json?: true }) => {
      end(await tail(eventId, { token: undefined, json: false, ...given }, host));
    });
  const policy = program
    .command('policy')
    .description('Work with the policy document of noise rules, secrets and budgets');
  policy
    .command('check')
    .description('Print what is wrong with a policy document, with line numbers')
    .argument('<file>', 'the document')
    .option('--json', 'print JSON')
    .action((file: string, given: { json?: true }) => {
      end(checkPolicy(file, { json: false, ...given }, host));
    });
  policy
    .command('sign')
    .description('Write the signature of a policy document, as FILE.sig')
    .argument('<file>', 'the document')
    .requiredOption('--key <file>', 'the Ed25519 private key: PKCS #8, as PEM or base64')
    .action(async (file: string, given: { key: string }) => {
      end(await signPolicy(file, given, host));
    });
  policy
    .command('try')
    .description('Print what a policy document would do with the items of the last hour')
    .argument('<file>', 'the document')
    .option('--url <url>', 'origin of the admin port, or address of the operations page', ADMIN_PORT)
    .option('--token <token>', TOKEN_DEFAULT)
    .option('--items <file>', 'take the items of this file: events, one in a line, or envelopes')
    .option('--json', 'print JSON')
    .action(async (file: string, given: { url: string; token?: string; items?: string; json?: true }) => {
      end(await tryPolicy(file, { token: undefined, items: undefined, json: false, ...given }, host));
    });
  program
    .command('budget')
    .description(
      'Drive the built application in Chromium: dead clicks, reloads, prefetches and bytes of script',
    )
    .argument('[paths...]', 'the pages to open; links of the first one are clicked (default: /)')
    .option(
      '--url <url>',
      'an application that runs already (default: the start command of the current folder)',
    )
    .option('--budget <file>', 'the budget file (default: adit-budget.json)')
    .option('--write', 'write the bytes that are measured into the budget file')
    .option('--json', 'print JSON')
    .action(async (paths: readonly string[], given: Partial<BudgetOptions>) => {
      end(
        await budget(paths, { url: undefined, budget: undefined, write: false, json: false, ...given }, host),
      );
    });
  program
    .command('mcp')
    .description('Serve tools that only read to coding agents, on standard input and output')
    .option('--url <url>', 'origin of the admin port, or address of the operations page', ADMIN_PORT)
    .option('--token <token>', TOKEN_DEFAULT)
    .action(async (given: { url: string; token?: string }) => {
      end(await mcp({ token: undefined, ...given }, version, host));
    });
  program.addHelpText(
    'after',
    '\nExit codes: 0 all is well; 1 something is left to do; 2 the command cannot run as it was called.',
  );
  return program;
}

function explain(error: unknown, args: readonly string[], host: Host): number {
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  // Without a command, the help is the reason.
  if (error instanceof CommanderError && error.code === 'commander.help') return EXIT_USAGE;
  const message = (error instanceof Error ? error.message : String(error)).replace(/^error: /, '');
  if (args.includes('--json'))
    host.print(`${JSON.stringify({ version: 1, error: message }, undefined, 2)}\n`);
  // An unforeseen error is a defect, so its stack is shown.
  const isForeseen =
    error instanceof UsageError || error instanceof CommanderError || !(error instanceof Error);
  host.warn(`adit: ${isForeseen ? message : (error.stack ?? message)}\n`);
  return EXIT_USAGE;
}

/**
 * Runs the program with the arguments of the command line. Returns its exit code, and prints a reason unless the code
 * is 0.
 */
export async function runCli(
  args: readonly string[],
  abilities: Abilities,
  version: string,
  host: Host,
): Promise<number> {
  let exitCode = 0;
  const program = createProgram(abilities, version, host, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    return explain(error, args, host);
  }
  return exitCode;
}
