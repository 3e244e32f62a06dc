import { rememberClean } from './remember-clean.ts';
import { createScrubber } from './scrubber.ts';
import { createSecretMarker } from './secret-marker.ts';

/** A scrubber that takes out "x", and the texts that it has read. */
function start() {
  const read: string[] = [];
  const marker = createSecretMarker([]);
  const scrub = rememberClean((text) => {
    read.push(text);
    return text.replace(/x/g, () => marker.mark('email'));
  }, marker);
  return { read, scrub, marker };
}

describe('a memory of texts without a secret', () => {
  it('has such texts read once, and those with a secret each time', () => {
    const { read, scrub, marker } = start();

    expect(['a', 'b', 'a', 'x', 'x'].map(scrub)).toEqual(['a', 'b', 'a', '[Filtered]', '[Filtered]']);
    expect(read).toEqual(['a', 'b', 'x', 'x']);
    expect(marker.counts()['email']).toBe(2);
  });

  it('forgets texts beyond 1,000, and keeps none of more than 200 characters', () => {
    const { read, scrub } = start();
    const texts = Array.from({ length: 1_001 }, (_, index) => `number ${index}`);
    for (const text of [...texts, 'number 0', 'number 1000']) scrub(text);
    expect(read).toHaveLength(1_002);

    for (const text of ['a'.repeat(200), 'a'.repeat(201)]) {
      scrub(text);
      scrub(text);
    }
    expect(read).toHaveLength(1_002 + 3);
  });
});

it('counts a secret that was replaced before each time that it comes', () => {
  const { scrub, counts } = createScrubber();
  const event = {
    request: { url: 'https://a.example/?token=[Filtered]', headers: { Referer: '/?token=[Filtered]' } },
    message: 'GET /?token=[Filtered]',
  };
  scrub(event);
  const once = counts()['name'] ?? 0;
  scrub(event);

  expect(once).toBeGreaterThan(0);
  expect(counts()['name']).toBe(2 * once);
});
