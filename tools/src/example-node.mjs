import semver from 'semver';
import { installRuntime } from '../everywhere/install.mjs';
import { RUNTIMES } from '../everywhere/runtimes.mjs';

/**
 * Whether the version is at least the one in a range such as `>=22.22.0`. An application without a range runs with any.
 */
export function fits(version, range = '>=0.0.0') {
  if (!/^>=\d+\.\d+\.\d+$/.test(range))
    throw new Error(`engines.node is "${range}"; accepted: a range such as ">=22.22.0"`);
  return semver.satisfies(version, range);
}

const versionOf = ({ packages: [name] }) => name.split('@').at(-1);

/**
 * The Node of an example: `undefined` if that of this process fits, else the oldest fitting one of
 * `npm test -- everywhere`, which is installed outside the workspace. `problem` is the reason in one line if there is none.
 * @param engines `engines` of its package.json
 */
export function findNode(engines, { running = process.versions.node, install = installRuntime } = {}) {
  if (fits(running, engines?.node)) return {};
  const runtime = RUNTIMES.find((one) => one.kind === 'node' && fits(versionOf(one), engines.node));
  if (runtime === undefined) return { problem: `it needs Node ${engines.node}` };
  const { binary, problem } = install(runtime);
  return problem === undefined ? { binary } : { problem: `it needs Node ${engines.node}, and ${problem}` };
}
