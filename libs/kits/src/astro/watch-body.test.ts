/** @jest-environment node */
import { watchBody } from './watch-body.ts';

const onLateError = jest.fn<undefined, [unknown]>();
const onCancel = jest.fn<undefined, [unknown]>();
beforeEach(() => jest.clearAllMocks());

/** A response that sends these parts, and then ends, or fails. */
function sends(parts: readonly string[], failure?: Error): Response {
  const left = [...parts];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const part = left.shift();
      if (part !== undefined) controller.enqueue(new TextEncoder().encode(part));
      else if (failure) controller.error(failure);
      else controller.close();
    },
    cancel: onCancel,
  });
  return new Response(body, { status: 203, headers: { 'content-type': 'text/html', 'x-own': '1' } });
}

it('has the same status, headers and content', async () => {
  const watched = await watchBody(sends(['<h1>', 'Shop', '</h1>']), onLateError);
  expect([watched.status, watched.headers.get('x-own'), await watched.text()]).toEqual([
    203,
    '1',
    '<h1>Shop</h1>',
  ]);
  expect(onLateError).not.toHaveBeenCalled();
});

it('keeps a response without a body, and one with an empty body', async () => {
  const empty = new Response(null, { status: 204 });
  expect(await watchBody(empty, onLateError)).toBe(empty);
  expect(await (await watchBody(sends([]), onLateError)).text()).toBe('');
});

it('throws an error before the first part', async () => {
  const failure = new Error('early');
  await expect(watchBody(sends([], failure), onLateError)).rejects.toBe(failure);
  expect(onLateError).not.toHaveBeenCalled();
});

it('passes a later error to the callback and to the reader', async () => {
  const failure = new Error('late');
  const watched = await watchBody(sends(['<h1>'], failure), onLateError);
  await expect(watched.text()).rejects.toBe(failure);
  expect(onLateError.mock.calls).toEqual([[failure]]);
});

it('ends the page of a visitor who leaves, without an error', async () => {
  const watched = await watchBody(sends(['<h1>', 'Shop']), onLateError);
  await watched.body?.cancel('left');
  expect(onCancel.mock.calls).toEqual([['left']]);
  expect(onLateError).not.toHaveBeenCalled();
});
