// The cost of a process and all its descendants, from /proc.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** The fields of /proc/PID/stat after the command, which may itself contain spaces and parentheses; see proc(5). */
function readStat(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [utime, stime, childUtime, childStime] = fields.slice(11, 15).map(Number);
    return { pid, parent: Number(fields[1]), ticks: utime + stime + childUtime + childStime };
  } catch {
    return undefined;
  }
}

function readTree(root) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter(Boolean);
  const tree = all.filter(({ pid }) => pid === root);
  for (const member of tree) tree.push(...all.filter(({ parent }) => parent === member.pid));
  return tree;
}

/** User and system time of the tree so far, in microseconds, including ended children that their parent has reaped. */
export const cpuMicroseconds = (root) =>
  (readTree(root).reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_PER_SECOND) * 1e6;

function kilobytes(pid, name) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

const sumBytes = (root, name) =>
  readTree(root).reduce((sum, { pid }) => sum + kilobytes(pid, name), 0) * 1_024;

/** The sum of each process's highest resident set, in bytes; shared memory counts for each. */
export const peakRssBytes = (root) => sumBytes(root, 'VmHWM');

/** The sum of the current resident sets, in bytes. */
export const rssBytes = (root) => sumBytes(root, 'VmRSS');

/** Every process of the tree, the root first. */
export const processesOf = (root) => readTree(root).map(({ pid }) => pid);
