import { createHash } from 'node:crypto';

/** A Lua script. Redis runs it in one step, or not at all if its first write is refused. */
export interface Script {
  readonly source: string;
  /** The name under which Redis caches a script. */
  readonly sha1: string;
}

/** Creates a {@link Script}. */
export function createScript(source: string): Script {
  return { source, sha1: createHash('sha1').update(source).digest('hex') };
}

/** Lua that sets `primary` to the id of the primary's history if a condition holds; else, and if this Redis has none, to ''. */
export const primaryIf = (condition: string): string =>
  `local primary = ${condition} and string.match(redis.call('INFO', 'replication'), 'master_replid:(%w+)') or ''`;
