import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Host } from '../host.ts';
import type { ToolSources } from '../mcp/create-tools.ts';

/** Options of {@link runMcp}. */
export interface McpOptions {
  /** The origin of the admin port, or the address of the operations page. */
  readonly url: string;
  readonly token: string | undefined;
}

/** The parts that {@link runMcp} combines. */
export type McpParts = Pick<ToolSources, 'changes' | 'doctor' | 'fetch'>;

/**
 * Serves the commands that only read as tools of the Model Context Protocol on standard input and output, until the input ends.
 * Returns 0. The protocol is loaded here alone: other commands do without.
 */
export async function runMcp(
  parts: McpParts,
  options: McpOptions,
  version: string,
  host: Host,
  stdin: Readable,
): Promise<number> {
  const { createTools } = await import('../mcp/create-tools.ts');
  const { serveMcp } = await import('../mcp/serve-mcp.ts');
  // Nobody answers questions, and the standard output is the protocol's.
  const silent: Host = { ...host, canAsk: false, print: (text) => host.warn(text) };
  const tools = createTools({ ...parts, ...options, readDocument: readInstalled, host: silent });
  await serveMcp(tools, version, stdin);
  return 0;
}

/** Reads a document of an installed package; `undefined` if it is missing. */
export function readInstalled(name: string, path: string): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return readFileSync(join(dirname(manifest), path), 'utf8');
  } catch {
    return undefined;
  }
}
