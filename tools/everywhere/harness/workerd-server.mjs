// The worker's own server: what is posted to it reaches the tunnel of the running test, each in a request of its own.
let origin;
let tunnel;

export const setWorkerOrigin = (given) => {
  origin = given;
};

export const serveRequest = (request) =>
  tunnel?.fetch(request, { clientAddress: '127.0.0.1' }) ?? new Response(undefined, { status: 404 });

/** Puts the tunnel behind the worker's server. */
export function serve(given) {
  tunnel = given;
  return { origin, stop: async () => undefined };
}
