#!/usr/bin/env node
import './ignore-signals.ts';
import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { SYSTEM_CLOCK } from '@adit/envelope';
import { measureProcess } from '@adit/operations';
import { checkPorts } from './http/check-ports.ts';
import { channelToPrimary, forkWorker, readArguments, setUpPrimary } from './cluster/node-cluster.ts';
import { startWorkers } from './cluster/primary.ts';
import { runWorker } from './cluster/worker.ts';
import { parseCommandLine } from './config/command-line.ts';
import { ConfigError } from './config/config-error.ts';
import { readConfig, type ServerConfig } from './config/config.ts';
import { helpText } from './config/help.ts';
import { createLog, describeError, type Log } from './log/log.ts';
import { startServer, startServerAround, type TunnelServer } from './server.ts';
import { openLimits } from './process/stores.ts';
import { checkTunnelOptions } from './process/tunnel-process.ts';
import { findUnknownSettings } from './config/unknown-settings.ts';
import { VERSION } from './version.ts';

/** Exit code for invalid configuration, from sysexits.h. */
const EX_CONFIG = 78;

/** Shells add this to the number of a signal to get an exit code. */
const EX_SIGNAL = 128;

interface Run {
  readonly server: TunnelServer;
  /** Replaces the worker processes without refusing a request. */
  readonly reload: () => Promise<void>;
  /** Ends its processes at once. */
  readonly kill: () => void;
}

const logOf = ({ logLevel }: ServerConfig, worker?: number): Log =>
  createLog({
    level: logLevel,
    write: (line) => process.stdout.write(line),
    fields: { worker },
  });

async function startAlone(config: ServerConfig): Promise<Run> {
  const log = logOf(config);
  await checkTunnelOptions(config);
  await checkPorts(config);
  const server = await startServer({ config, log });
  // No other process could serve during a reload, and its environment cannot change.
  const reload = (): Promise<void> => {
    log.warn('reload-skipped', { cause: 'ADIT_WORKERS is 1' });
    return Promise.resolve();
  };
  return { server, reload, kill: () => undefined };
}

async function startPrimary(config: ServerConfig): Promise<Run> {
  const log = logOf(config);
  await checkTunnelOptions(config);
  await checkPorts(config);
  setUpPrimary();
  const limits = await openLimits(config);
  const meter = measureProcess();
  const workers = await startWorkers({ config, log, fork: forkWorker, meter, clock: SYSTEM_CLOCK, limits });
  try {
    const { reload, kill } = workers;
    return { server: await startServerAround(workers, config, log), reload, kill };
  } catch (error) {
    workers.kill();
    throw error;
  }
}

function endWith(error: unknown): never {
  const isConfig = error instanceof ConfigError;
  process.stderr.write(`${isConfig ? error.message : describeError(error)}\n`);
  process.exit(isConfig ? EX_CONFIG : 1);
}

type EndSignal = 'SIGINT' | 'SIGTERM';

/** Ends the process at once. `process.exit` alone would wait for a thread that hangs in the file system. */
function endBy(signal: EndSignal): never {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  // The first process of a container ignores its own signals.
  process.exit(EX_SIGNAL + constants.signals[signal]);
}

/**
 * The first SIGINT or SIGTERM stops the server, the second ends it at once. So does the first one during the start, if
 * the start takes longer than the shutdown time-out. SIGHUP replaces the workers.
 * @returns a function that returns whether SIGINT or SIGTERM was received
 */
function handleSignals(running: Promise<Run>, { shutdownTimeoutMs }: ServerConfig): () => boolean {
  let isEnding = false;
  let isStarting = true;
  let kill = (): void => undefined;
  const end = (signal: EndSignal): void => {
    if (isEnding) {
      kill();
      endBy(signal);
    }
    isEnding = true;
    if (isStarting) setTimeout(() => isStarting && endBy(signal), shutdownTimeoutMs).unref();
    running
      .then(({ server }) => server.stop())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  process.on('SIGHUP', () => {
    running.then(
      ({ reload }) => (isEnding ? undefined : reload()),
      () => undefined,
    );
  });
  running.then(
    (run) => {
      isStarting = false;
      kill = run.kill;
    },
    () => undefined,
  );
  return () => isEnding;
}

/** Logs an unexpected error in one line without request data, then ends the process. */
function handleCrashes(log: Log): void {
  process.on('uncaughtException', (error) => {
    const at = /^\s+at .*$/m.exec(error.stack ?? '')?.[0].trim();
    log.error('crashed', { cause: describeError(error), at });
    process.exit(1);
  });
}

async function main(): Promise<void> {
  const command = parseCommandLine(readArguments());
  if (command.kind !== 'start') {
    process.stdout.write(command.kind === 'help' ? helpText() : `${VERSION}\n`);
    return;
  }
  const config = readConfig({
    env: process.env,
    flags: command.flags,
    workingDirectory: process.cwd(),
    readFile: (path) => readFileSync(path, 'utf8'),
  });
  // The server goes on if the reader of its log exits.
  process.stdout.on('error', () => undefined);
  handleCrashes(logOf(config));

  if (cluster.isWorker) {
    // A terminal sends signals to the whole process group. The primary stops the workers.
    process.on('SIGINT', () => undefined);
    process.on('SIGTERM', () => undefined);
    runWorker({ config, channel: channelToPrimary(), createLog: (worker) => logOf(config, worker) });
    return;
  }
  const unknown = findUnknownSettings(process.env);
  if (unknown.length > 0) logOf(config).warn('settings-unknown', { names: unknown });
  const running = config.workers === 1 ? startAlone(config) : startPrimary(config);
  const isEnding = handleSignals(running, config);
  try {
    await running;
  } catch (error) {
    // No error if the server was stopped during its start.
    if (!isEnding()) throw error;
  }
}

main().catch(endWith);
