// The worker's own server: the running test decides the answer to each request.
let origin;
let answer;

export const setWorkerOrigin = (given) => {
  origin = given;
};

/** @param ctx the context of each request on Cloudflare: its `waitUntil` */
export const serveRequest = (request, ctx) =>
  answer?.(request, ctx) ?? new Response(undefined, { status: 404 });

/** Lets a function answer for the worker's server. Returns its origin. */
export function answerBy(given) {
  answer = given;
  return origin;
}

/** Puts the tunnel behind the worker's server. */
export const serve = (tunnel) => ({
  origin: answerBy((request) => tunnel.fetch(request, { clientAddress: '127.0.0.1' })),
  stop: async () => undefined,
});
