import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFakeClock } from '@adit/testing';
import { createBoard, createEventStreams, type Board } from '@adit/operations';
import { createAdminAccess } from '../src/admin/admin-access.ts';
import { createAdminListener, type AdminSources } from '../src/admin/admin-listener.ts';
import type { ControlCommand } from '../src/process/control.ts';
import { recordLog, type RecordedLog } from './record-log.helper.ts';
import { reportOf, storedEntry } from './reports.helper.ts';

/** The event that the board knows. */
export const EVENT_ID = '9ec79c33ec9942ab8353589fcb2e04dc';

let server: Server | undefined;
let board: Board | undefined;

/** How the admin endpoints differ from the default. */
export interface AdminOptions extends Partial<AdminSources> {
  token?: string;
  controlToken?: string;
  host?: string;
}

/** Admin endpoints over a board with one outcome. */
export interface Served {
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>;
  readonly recorded: RecordedLog;
  readonly commands: ControlCommand[];
  readonly board: Board;
  readonly tick: () => Promise<void>;
}

/** Serves the admin endpoints. */
export async function serveAdmin({
  token,
  controlToken,
  host = '127.0.0.1',
  ...sources
}: AdminOptions = {}): Promise<Served> {
  const recorded = recordLog();
  const commands: ControlCommand[] = [];
  const clock = createFakeClock({ now: 1_000_000 });
  const reports = [reportOf({ outcomes: [storedEntry(EVENT_ID)] })];
  const created = createBoard({
    collect: () => Promise.resolve(reports.splice(0)),
    isReady: () => true,
    clock,
    server: {
      version: '1.2.3',
      node: 'v20',
      replica: 'a',
      port: 8787,
      throttle: null,
      startedAt: 0,
      settings: { dsns: 'A', origins: 'B', throttle: 'C', proxies: 'D' },
    },
    spoolKind: 'disk',
  });
  board = created;
  await clock.advance(0);
  const listener = createAdminListener({
    isReady: () => true,
    metrics: async () => 'up 1\n',
    board: created,
    streams: createEventStreams(created),
    findForwards: () => Promise.resolve([{ at: 5, status: 200 }]),
    recent: () => Promise.resolve(undefined),
    control: (command) => commands.push(command),
    settings: () => ({ host: '127.0.0.1' }),
    access: createAdminAccess({ token, controlToken, host }),
    log: recorded.log,
    ...sources,
  });
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const { port } = started.address() as AddressInfo;
  return {
    ask: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init }),
    recorded,
    commands,
    board: created,
    tick: () => clock.advance(1_000),
  };
}

/** Stops the admin endpoints. */
export async function endAdmin(): Promise<void> {
  board?.stop();
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
}
