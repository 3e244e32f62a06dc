const PRELOADED = `
import channels from 'node:diagnostics_channel';
import { syncBuiltinESMExports } from 'node:module';
channels.subscribe = () => undefined;
syncBuiltinESMExports();
`;

/** Simulates a host whose servers do not announce requests, so that nothing can answer before Next. */
export const UNANNOUNCED = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(PRELOADED)}`,
};
