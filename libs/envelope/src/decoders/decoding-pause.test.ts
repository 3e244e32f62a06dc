import { createDecodingPause } from './decoding-pause.ts';

const never = new Promise<void>(() => undefined);

it('resolves with the result of the work if nothing pauses it', async () => {
  const pause = createDecodingPause();
  pause.end(true);
  expect(await pause.orResult(Promise.resolve(7))).toEqual({ value: 7 });
  await expect(pause.orResult(Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

it('resolves as paused as soon as the decoder waits, and the decoder goes on when the pause ends', async () => {
  const pause = createDecodingPause();
  const result = pause.orResult(never);
  const wantsMore = pause.begin();
  expect(pause.begin()).toBe(wantsMore);
  expect(await result).toBe('paused');
  pause.end(false);
  expect(await wantsMore).toBe(false);
});

it('is paused at once if the decoder waits already', async () => {
  const pause = createDecodingPause();
  void pause.begin();
  expect(await pause.orResult(never)).toBe('paused');
});
