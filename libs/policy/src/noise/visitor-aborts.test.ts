/** Errors that Node raises at both ends of a connection. The stacks in the corpus are copies of these. */
import {
  createServer,
  get,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { deferred } from '@adit/testing';
import { createNoiseFilter } from './noise-filter.ts';

type Handler = (incoming: IncomingMessage, response: ServerResponse) => void;

let server: Server;
const listen = async (handler: Handler): Promise<number> => {
  server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return (server.address() as AddressInfo).port;
};

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const ruleOf = (originalException: unknown): string | undefined => {
  const { name, message } = originalException as Error;
  const event = { exception: { values: [{ type: name, value: message }] } };
  return createNoiseFilter({ side: 'server' }).explain(event, { originalException })?.ruleId;
};

describe('an error of Node’s http module', () => {
  it('is noise when a visitor breaks off an upload', async () => {
    const raised = deferred<unknown>();
    const received = deferred();
    const port = await listen((incoming) => {
      incoming.on('error', raised.resolve).resume();
      received.resolve();
    });
    const upload = request({ port, method: 'POST', headers: { 'content-length': 100 } });
    upload.on('error', () => undefined).write('abc');
    await received.promise;
    upload.destroy();
    const error = await raised.promise;

    expect(error).toMatchObject({ message: 'aborted', code: 'ECONNRESET' });
    expect(ruleOf(error)).toBe('aborted-request');
  });

  it('is noise when a visitor leaves in the middle of an answer', async () => {
    const raised = deferred<unknown>();
    const port = await listen((_incoming, response) => {
      pipeline(Readable.from(endless()), response, raised.resolve);
    });
    get({ port }, (answer) => {
      answer.once('data', () => answer.destroy()).on('error', () => undefined);
    }).on('error', () => undefined);
    const error = await raised.promise;

    expect(error).toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
    expect(ruleOf(error)).toBe('aborted-request');
  });

  it('is kept when it is a service that breaks off its answer, in the very same words', async () => {
    const port = await listen((_incoming, response) => {
      response.write('half', () => response.destroy());
    });
    const error = await new Promise<unknown>((resolve, reject) => {
      get({ port }, (answer) => answer.on('error', resolve).resume()).on('error', reject);
    });

    expect(error).toMatchObject({ message: 'aborted', code: 'ECONNRESET' });
    expect(ruleOf(error)).toBeUndefined();
  });

  it('is kept when a deadline of the application stops fetch', async () => {
    const port = await listen(() => undefined);
    const controller = new AbortController();
    const answer = fetch(`http://127.0.0.1:${port}`, { signal: controller.signal });
    setTimeout(() => controller.abort(), 1);
    const error: unknown = await answer.catch((reason: unknown) => reason);

    expect(error).toMatchObject({ name: 'AbortError' });
    expect(ruleOf(error)).toBeUndefined();
  });
});

function* endless(): Generator<string> {
  for (;;) yield 'x'.repeat(1_000);
}
