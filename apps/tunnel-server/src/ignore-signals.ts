// Imported first, so that these signals have no effect from the start. By default, SIGUSR1 opens Node's inspector,
// which executes code for its client. SIGUSR2 ends the process, and so does SIGHUP until the server handles it.
for (const signal of ['SIGHUP', 'SIGUSR1', 'SIGUSR2'] as const) process.on(signal, () => undefined);
