import { handleTunnelRequest } from '@sentry/core';

export const POST = (request) => handleTunnelRequest(request, { allowedDsns: [process.env.DSN] });
