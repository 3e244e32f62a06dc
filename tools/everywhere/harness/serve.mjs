// The Fetch server of Deno and of Bun.

/** Puts the tunnel behind the runtime's own server, on a free port. */
export async function serve(tunnel) {
  const { Deno, Bun } = globalThis;
  if (Deno !== undefined) {
    const server = Deno.serve(
      { port: 0, hostname: '127.0.0.1', onListen: () => undefined },
      (request, info) => tunnel.fetch(request, { clientAddress: info.remoteAddr.hostname }),
    );
    return { origin: `http://127.0.0.1:${server.addr.port}`, stop: () => server.shutdown() };
  }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request, own) => tunnel.fetch(request, { clientAddress: own.requestIP(request)?.address }),
  });
  return { origin: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) };
}
