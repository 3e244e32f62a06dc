import { createTunnel } from 'everywhere-tunnel/src/index.ts';
import { toContractResponse, toFetchRequest } from 'everywhere-tunnel/testing/fetch-subject.helper.ts';
import { describeTunnelContract } from 'everywhere-tunnel/testing/tunnel.contract.ts';
import { serve } from './serve.mjs';

async function start(options) {
  const tunnel = createTunnel(options);
  const server = await serve(tunnel);
  return {
    tunnel,
    send: async (request) => {
      const client = new AbortController();
      const { method, headers, body, url } = toFetchRequest(goingAway(request, client));
      // Otherwise the runtime's fetch would send its own name.
      if (!headers.has('user-agent')) headers.set('user-agent', '');
      const { pathname, search } = new URL(url);
      const init = { method, headers, body, signal: client.signal, ...(body && { duplex: 'half' }) };
      return toContractResponse(await fetch(`${server.origin}${pathname}${search}`, init));
    },
    stop: async () => {
      await tunnel.close();
      await server.stop();
    },
  };
}

/**
 * Simulates a client whose body fails and who disconnects. In workerd, the body would otherwise end as if it were
 * complete.
 */
function goingAway({ body, ...request }, client) {
  if (body === undefined || body instanceof Uint8Array) return { body, ...request };
  const chunks = async function* () {
    try {
      yield* body;
    } catch (error) {
      client.abort(error);
      throw error;
    }
  };
  return { body: chunks(), ...request };
}

describeTunnelContract('server', start);
