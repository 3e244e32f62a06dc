// Imported before anything else, so that these signals do nothing from the start. By default SIGUSR1 has Node open its
// inspector, which runs whatever its client says; SIGUSR2 ends the process at once, and so does SIGHUP, until it is heeded.
for (const signal of ['SIGHUP', 'SIGUSR1', 'SIGUSR2'] as const) process.on(signal, () => undefined);
