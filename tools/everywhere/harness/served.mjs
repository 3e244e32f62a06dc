import { createTunnel } from '../../../libs/tunnel/src/index.ts';
import { toContractResponse, toFetchRequest } from '../../../libs/tunnel/testing/fetch-subject.contract.ts';
import { describeTunnelContract } from '../../../libs/tunnel/testing/tunnel.contract.ts';
import { serve } from './serve.mjs';

async function start(options) {
  const tunnel = createTunnel(options);
  const server = await serve(tunnel);
  return {
    tunnel,
    send: async (request) => {
      const { method, headers, body, url } = toFetchRequest(request);
      // Else the runtime's fetch would name itself.
      if (!headers.has('user-agent')) headers.set('user-agent', '');
      const { pathname, search } = new URL(url);
      const init = { method, headers, body, ...(body && { duplex: 'half' }) };
      return toContractResponse(await fetch(`${server.origin}${pathname}${search}`, init));
    },
    stop: async () => {
      await tunnel.close();
      await server.stop();
    },
  };
}

describeTunnelContract('server', start);
