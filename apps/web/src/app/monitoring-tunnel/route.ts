import { createRouteHandlers } from '@adit/tunnel/next';
import { tunnel } from '../../tunnel';

const answerMonitoringIsOff = (): Response =>
  Response.json({ detail: 'Monitoring is off: no DSN is configured.' }, { status: 404 });

export const { POST, GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = tunnel
  ? createRouteHandlers(tunnel)
  : {
      POST: answerMonitoringIsOff,
      GET: answerMonitoringIsOff,
      HEAD: answerMonitoringIsOff,
      PUT: answerMonitoringIsOff,
      PATCH: answerMonitoringIsOff,
      DELETE: answerMonitoringIsOff,
      OPTIONS: answerMonitoringIsOff,
    };
