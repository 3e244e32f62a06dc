import { readStream } from './read-stream.ts';

const streamOf = (...chunks: string[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(Buffer.from(chunk));
      controller.close();
    },
  });

it('reads a stream chunk by chunk', async () => {
  const read: string[] = [];
  for await (const chunk of readStream(streamOf('a', 'b'))) read.push(Buffer.from(chunk).toString());
  expect(read).toEqual(['a', 'b']);
});

it('lets go of the stream without cancelling it if the reader stops early', async () => {
  const stream = streamOf('a', 'b');
  const reading = readStream(stream, new AbortController().signal);
  for await (const chunk of reading) {
    expect(Buffer.from(chunk).toString()).toBe('a');
    break;
  }
  expect(stream.locked).toBe(false);
  expect(Buffer.from((await stream.getReader().read()).value ?? []).toString()).toBe('b');
});

it.each(['before', 'while'])('fails if the signal aborts %s it is read', async (moment) => {
  const abort = new AbortController();
  if (moment === 'before') abort.abort();
  const reading = readStream(new ReadableStream(), abort.signal)[Symbol.asyncIterator]();
  const next = reading.next();
  abort.abort();
  await expect(next).rejects.toThrow();
});
