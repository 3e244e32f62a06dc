import { createRouteHandlers, type RouteHandlers } from '@adit/tunnel/next';
import { trustedProxies, tunnel } from '../../tunnel';

const answerMonitoringIsOff = (): Promise<Response> =>
  Promise.resolve(Response.json({ detail: 'Monitoring is off: no DSN is configured.' }, { status: 404 }));

const OFF: RouteHandlers = {
  POST: answerMonitoringIsOff,
  GET: answerMonitoringIsOff,
  HEAD: answerMonitoringIsOff,
  PUT: answerMonitoringIsOff,
  PATCH: answerMonitoringIsOff,
  DELETE: answerMonitoringIsOff,
  OPTIONS: answerMonitoringIsOff,
};

// This answers where no server of this process does (see `tunnel.ts`). Next does not tell who is at the other end: without
// a proxy of our own in front, X-Forwarded-For is what a visitor says.
const options = trustedProxies.length > 0 ? {} : { clientAddress: () => undefined };

export const { POST, GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = tunnel
  ? createRouteHandlers(tunnel, options)
  : OFF;
