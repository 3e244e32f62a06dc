import { parseUrl } from './url.ts';

describe('parseUrl', () => {
  it('reads a URL with letters beyond ASCII, however often it has read others', () => {
    for (let round = 0; round < 20_000; round += 1) parseUrl('https://app.example.com');
    expect(parseUrl('https://bücher.example/ä')?.href).toBe('https://xn--bcher-kva.example/%C3%A4');
  });

  it.each(['', 'bücher.example', '/path', 'https://', 'https://a b'])('is undefined for %j', (text) => {
    expect(parseUrl(text)).toBeUndefined();
  });
});
