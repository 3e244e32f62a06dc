#!/usr/bin/env node
import { ConfigError, readConfig } from './config.ts';
import { startServer } from './server.ts';

/** sysexits.h: something was found in an unconfigured or misconfigured state. */
const EX_CONFIG = 78;

try {
  const server = await startServer(readConfig(process.env));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.stop());
  console.log(`Tunnel ${server.url}\nHealth ${server.adminUrl}/healthz/ready`);
} catch (error) {
  const { message } = error as Error;
  console.error(message);
  process.exit(error instanceof ConfigError ? EX_CONFIG : 1);
}
