import { constantOf, lineOf, propertyAt } from '../code/parse.ts';
import type { Subject } from '../check.ts';

/** The default of `monitoring.tunnelPath` in @adit/next. */
export const DEFAULT_TUNNEL_PATH = '/monitoring-tunnel';

/** A value that stands in a file. */
export interface Setting {
  /** `undefined` if the code computes it. */
  readonly value: string | number | boolean | undefined;
  readonly path: string;
  readonly line: number;
}

/** An option of `adit.config`, such as `monitoring.dsn`; `undefined` if it is not set. */
export const readOption = (subject: Subject, name: string): Setting | undefined =>
  readProperty(subject, subject.application.files.aditConfig, name);

/** A property of `next.config`, such as `basePath`; `undefined` if it is not set. */
export const readNextOption = (subject: Subject, name: string): Setting | undefined =>
  readProperty(subject, subject.application.files.nextConfig, name);

function readProperty({ reader }: Subject, path: string | undefined, name: string): Setting | undefined {
  const property = path === undefined ? undefined : propertyAt(reader.code(path), name);
  if (path === undefined || property === undefined) return undefined;
  return { value: constantOf(property.initializer), path, line: lineOf(property) };
}

/** The path to which browsers send envelopes. */
export interface TunnelPath {
  /** Without `basePath`, as Next's own files name it: `/quarry`. */
  readonly own: string;
  /** With `basePath`, as browsers request it. */
  readonly whole: string;
}

/** The tunnel path; `undefined` if the code computes it. */
export function readTunnelPath(subject: Subject): TunnelPath | undefined {
  const path = readOption(subject, 'monitoring.tunnelPath') ?? { value: DEFAULT_TUNNEL_PATH };
  const base = readNextOption(subject, 'basePath') ?? { value: '' };
  if (path.value === undefined || base.value === undefined) return undefined;
  const own = String(path.value);
  return { own, whole: `${String(base.value)}${own}` };
}
