import { spawnSync } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { confirm, isCancel, multiselect } from '@clack/prompts';
import picocolors from 'picocolors';
import type { Host } from './host.ts';

interface NodeProcess {
  readonly cwd: () => string;
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable;
}

const isSet = (value: string | undefined): boolean => !['', '0', 'false', undefined].includes(value);

/** The process that Node runs. It asks only in a terminal, and never if `CI` is set. */
export function createNodeHost({ cwd, env, stdin, stdout, stderr }: NodeProcess): Host {
  const isTerminal = stdout.isTTY === true;
  const canAsk = stdin.isTTY === true && isTerminal && !isSet(env.CI);
  return {
    folder: cwd(),
    canAsk,
    hasColours: isTerminal && picocolors.isColorSupported,
    print: (text) => void stdout.write(text),
    warn: (text) => void stderr.write(text),
    async confirm(message) {
      const answer = await confirm({ message, input: stdin, output: stdout });
      return answer === true;
    },
    async choose(message, names) {
      const options = names.map((name) => ({ value: name, label: name }));
      const answer = await multiselect({ message, options, required: true, input: stdin, output: stdout });
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
