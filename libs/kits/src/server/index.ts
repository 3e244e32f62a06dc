export { startServer, type ServerKit, type StartServerOptions } from './start-server.ts';
