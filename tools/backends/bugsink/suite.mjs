// The tunnel server in front of Bugsink: arrivals, limits, and outages.
import { createTunnelServer } from '../tunnel-server.mjs';
import { installBugsink } from './install.mjs';
import { createInstance } from './instance.mjs';
import { checkKinds } from './kinds.mjs';
import { checkLimits } from './limits.mjs';
import { checkOutages } from './outages.mjs';

export async function run({ report }) {
  const installed = await installBugsink();
  if (installed.problem !== undefined) {
    report.skip('Bugsink', installed.problem, ['Bugsink', 'error']);
    return;
  }
  const ends = [];
  const context = {
    report,
    /** Adds a function to call at the end, in the order added. */
    onEnd: (end) => void ends.push(end),
    createBackend: async (options) => {
      const backend = await createInstance(installed, options);
      ends.push(backend.remove);
      return backend;
    },
    createTunnel: async (projects, env) => {
      const tunnel = createTunnelServer({ dsns: projects.map(({ dsn }) => dsn), env });
      ends.push(tunnel.remove);
      await tunnel.start();
      return tunnel;
    },
  };
  const at = (column) => [installed.name, column];
  try {
    // These wait for a minute or two, concurrently with the others.
    const waiting = [
      report.check(
        'its limit is obeyed, and what waits is delivered when it ends',
        () => checkLimits(context),
        at('limit'),
      ),
      checkOutages(context).then((text) => report.cell(...at('outage'), text)),
    ];
    const backend = await context.createBackend({ settings: { bugsink: { KEEP_ENVELOPES: 200 } } });
    await backend.start();
    await checkKinds({ ...context, backend });
    await backend.stop();
    await Promise.all(waiting);
  } finally {
    for (const end of ends) end();
  }
}
