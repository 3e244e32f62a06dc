// The worker's own server: what is posted to it is answered as the running test says, each request by itself.
let origin;
let answer;

export const setWorkerOrigin = (given) => {
  origin = given;
};

/** @param ctx what Cloudflare gives each request: its `waitUntil` */
export const serveRequest = (request, ctx) =>
  answer?.(request, ctx) ?? new Response(undefined, { status: 404 });

/** Has the worker's server answer by a function. Returns its origin. */
export function answerBy(given) {
  answer = given;
  return origin;
}

/** Puts the tunnel behind the worker's server. */
export const serve = (tunnel) => ({
  origin: answerBy((request) => tunnel.fetch(request, { clientAddress: '127.0.0.1' })),
  stop: async () => undefined,
});
