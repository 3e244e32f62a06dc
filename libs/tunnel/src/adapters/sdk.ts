export { createSdkTransport } from './sdk-transport.ts';

export type {
  OwnTunnel,
  SdkAnswer,
  SdkTransport,
  SdkTransportOptions,
  ServerSdk,
  TransportSettings,
} from './sdk-transport.ts';
