// The tunnel as a worker, with all optional features off.
import { createTunnel } from '@adit/tunnel';

let tunnel;

export default {
  fetch(request, { DSN, TUNNEL_PATH }) {
    tunnel ??= createTunnel({ allowedDsns: [DSN], path: TUNNEL_PATH, allowedOrigins: '*' });
    return tunnel.fetch(request, { clientAddress: '127.0.0.1' });
  },
};
