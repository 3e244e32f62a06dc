import { parseArgs } from 'node:util';
import { ConfigError } from './config-error.ts';
import { redactSetting } from '../log/redact.ts';
import { VARIABLES, flagOf } from './settings.ts';
import { mostSimilar } from './unknown-settings.ts';

/** The parsed command line. */
type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  /** Values of flags, by the name of their environment variable. */
  | { readonly kind: 'start'; readonly flags: ReadonlyMap<string, string> };

const SEE_HELP = '--help lists the flags';
const VARIABLE_OF = new Map(VARIABLES.map((name) => [flagOf(name).slice(2), name]));
const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  ...Object.fromEntries([...VARIABLE_OF.keys()].map((flag) => [flag, { type: 'string' as const }])),
} as const;

/**
 * Parses the arguments after the program's name. `--help` and `--version` override everything else.
 * @throws {@link ConfigError} for an unknown flag, a flag without a value, and an argument that is not a flag
 */
export function parseCommandLine(args: readonly string[]): Command {
  // The tokens are checked here because Node's error messages differ between versions and repeat the arguments.
  const { tokens } = parseArgs({ args: [...args], options: OPTIONS, strict: false, tokens: true });
  const options = tokens.filter((token) => token.kind === 'option');
  if (options.some(({ name }) => name === 'help')) return { kind: 'help' };
  if (options.some(({ name }) => name === 'version')) return { kind: 'version' };

  const flags = new Map<string, string>();
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') {
      throw new ConfigError(
        `Argument ${JSON.stringify(redactSetting(token.value))} is not a flag; ${SEE_HELP}.`,
      );
    }
    const variable = VARIABLE_OF.get(token.name);
    if (variable === undefined) {
      const similar = mostSimilar(
        token.rawName,
        [...VARIABLE_OF.keys()].map((flag) => `--${flag}`),
      );
      const hint = similar === undefined ? '' : ` (did you mean ${similar}?)`;
      throw new ConfigError(
        `Flag ${JSON.stringify(redactSetting(token.rawName))} is unknown${hint}; ${SEE_HELP}.`,
      );
    }
    if (token.value === undefined || (!token.inlineValue && token.value.startsWith('--'))) {
      throw new ConfigError(`Flag ${token.rawName} has no value; ${SEE_HELP}.`);
    }
    flags.set(variable, token.value);
  }
  return { kind: 'start', flags };
}
