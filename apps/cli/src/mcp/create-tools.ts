import type { ChangeCommand } from '../commands/change.ts';
import type { Doctor } from '../commands/doctor.ts';
import type { Host } from '../host.ts';
import { boundedFetch } from './bounded-fetch.ts';
import type { Tool } from './tool.ts';
import { createDoctorTool } from './tools/doctor-tool.ts';
import { createDryRunTool } from './tools/dry-run-tool.ts';
import { createExplainTool, type ReadDocument } from './tools/explain-tool.ts';
import { createPolicyTool } from './tools/policy-tool.ts';
import { createTunnelTools } from './tools/tunnel-tools.ts';

/** The parts of the tools. */
export interface ToolSources {
  readonly changes: readonly ChangeCommand[];
  readonly doctor: Doctor;
  readonly readDocument: ReadDocument;
  readonly host: Host;
  readonly url: string;
  readonly token: string | undefined;
  readonly fetch: typeof fetch;
}

/** All tools of the server. */
export function createTools({ changes, doctor, readDocument, host, ...asked }: ToolSources): readonly Tool[] {
  const tunnel = { ...asked, fetch: boundedFetch(asked.fetch) };
  return [
    createDoctorTool(doctor, host),
    createDryRunTool(changes, host),
    createExplainTool(readDocument),
    createPolicyTool(tunnel, host),
    ...createTunnelTools(tunnel),
  ];
}
