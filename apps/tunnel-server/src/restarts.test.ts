import { endProcesses } from '../testing/server-process.helper.ts';
import { seeReloads, seeRestarts } from '../testing/restarts.helper.ts';

// A sample of restarts.long.test.ts.

afterEach(endProcesses);

describe('a restart under load', () => {
  it('resets no open connection and loses nothing', async () => {
    const { failures, lost, exits } = await seeRestarts(1, 8, {});

    expect({ failures, lost, exits }).toEqual({ failures: [], lost: [], exits: [0] });
  });

  it('resets connections if the server is killed (control)', async () => {
    const { failures } = await seeRestarts(1, 8, {}, 'SIGKILL');

    expect(failures.length).toBeGreaterThan(0);
  });
});

describe('a reload by SIGHUP under load', () => {
  it.each([['2'], ['1']])('answers every request 200 with %s workers', async (workers) => {
    const { failures, lost } = await seeReloads(1, 8, { ADIT_WORKERS: workers });

    expect({ failures, lost }).toEqual({ failures: [], lost: [] });
  });
});
