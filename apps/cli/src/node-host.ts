import { spawnSync } from 'node:child_process';
import type { Key } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { confirm, isCancel, multiselect } from '@clack/prompts';
import picocolors from 'picocolors';
import type { Host } from './host.ts';
import { UsageError } from './options.ts';

interface NodeProcess {
  readonly cwd: () => string;
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable;
}

const isSet = (value: string | undefined): boolean => !['', '0', 'false', undefined].includes(value);

/**
 * The characters with which a terminal signals the end of input: Ctrl+D, or the zero that Linux makes of a Ctrl+D typed
 * before the question, while the terminal still reads lines.
 */
const ENDS: ReadonlySet<string | undefined> = new Set(['\u0004', '\u0000']);

/**
 * The answer to a question. @throws UsageError if the input ends first: nobody is there, or the user presses Ctrl+D,
 * which closes the prompt and would leave the process waiting.
 */
async function answerOf<Answer>(
  stdin: Readable,
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const end = new AbortController();
  const onEnd = (): void => end.abort();
  const onKey = (_text: string | undefined, { sequence }: Key): void => {
    if (ENDS.has(sequence)) end.abort();
  };
  stdin.on('end', onEnd).on('keypress', onKey);
  if (stdin.readableEnded) end.abort();
  try {
    const answer = await ask(end.signal);
    if (!end.signal.aborted) return answer;
  } finally {
    stdin.off('end', onEnd).off('keypress', onKey);
  }
  throw new UsageError(
    'the input ended before an answer; nothing is written. Pass --yes to write, or --dry-run to see what would change',
  );
}

/** The running Node process. It asks only in a terminal, and never if `CI` is set. */
export function createNodeHost({ cwd, env, stdin, stdout, stderr }: NodeProcess): Host {
  const isTerminal = stdout.isTTY === true;
  const isCi = isSet(env.CI);
  const canAsk = stdin.isTTY === true && isTerminal && !isCi;
  return {
    folder: cwd(),
    canAsk,
    isCi,
    hasColours: isTerminal && picocolors.isColorSupported,
    print: (text) => void stdout.write(text),
    warn: (text) => void stderr.write(text),
    async confirm(message) {
      const answer = await answerOf(stdin, (signal) =>
        confirm({ message, input: stdin, output: stdout, signal }),
      );
      return answer === true;
    },
    async choose(message, names) {
      const options = names.map((name) => ({ value: name, label: name }));
      const answer = await answerOf(stdin, (signal) =>
        multiselect({ message, options, required: true, input: stdin, output: stdout, signal }),
      );
      return isCancel(answer) ? [] : answer;
    },
    run(command, folder, isQuiet) {
      const input = canAsk ? 'inherit' : 'ignore';
      const output = isQuiet ? 2 : 'inherit';
      // The shell finds `npm.cmd` on Windows.
      const { status } = spawnSync(command, {
        cwd: folder,
        shell: true,
        stdio: [input, output, 'inherit'],
      });
      return status ?? 1;
    },
  };
}
