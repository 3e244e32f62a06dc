export { interceptHttpServers, interceptRequests } from './intercept.ts';
export { closeAfterAnswer } from './linger.ts';
export { createListener } from './listener.ts';
export { createNodeDecoders } from '@adit/envelope/node';
export { createNodeTransport } from './node-transport.ts';
export { createPeerNetworks } from './peer-networks.ts';

export type { InterceptableServer, InterceptOptions, RequestInterceptor } from './intercept.ts';
export type { LingerBounds } from './linger.ts';
export type { NodeListener } from './listener.ts';
export type { NodeTransportOptions } from './node-transport.ts';
