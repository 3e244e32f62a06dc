export { interceptHttpServers } from './intercept.ts';
export { createListener } from './listener.ts';
export { createNodeDecoders } from './node-decoders.ts';
export { createNodeTransport } from './node-transport.ts';

export type { InterceptableServer, InterceptOptions } from './intercept.ts';
export type { NodeListener } from './listener.ts';
export type { NodeDecodersOptions, ZlibModule } from './node-decoders.ts';
export type { NodeTransportOptions } from './node-transport.ts';
