import httpProxy from '@fastify/http-proxy';
import fastify from 'fastify';

const { PORT, INGEST_URL, TUNNEL_PATH } = process.env;
const { origin, pathname } = new URL(INGEST_URL);
const app = fastify({ bodyLimit: 200 * 2 ** 20 });
// fastify reads text/plain, which is what browsers call an envelope, as UTF-8 and so breaks the binary ones; without
// its parsers the plugin streams every body.
app.removeAllContentTypeParsers();
await app.register(httpProxy, {
  upstream: origin,
  prefix: TUNNEL_PATH,
  rewritePrefix: pathname.slice(0, -1),
});
await app.listen({ port: Number(PORT), host: '127.0.0.1' });
