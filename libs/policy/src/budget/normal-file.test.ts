import { normalFile } from './normal-file.ts';

describe('the name of a file', () => {
  it.each([
    ['https://shop.test/_next/static/chunks/checkout-9a7c12ef.js', '_next/static/chunks/checkout-.js'],
    ['https://cdn.test:8080/checkout-00c0ffee.js?dpl=7#x', 'checkout-.js'],
    ['/app/.next/server/chunks/ssr/page_1f2e.js', 'server/chunks/ssr/page_.js'],
    ['C:\\app\\src\\cart.ts', 'C:/app/src/cart.ts'],
    ['webpack-internal:///./src/cart.ts', './src/cart.ts'],
    ['https://shop.test/assets/index-C_q-9aXZ.js', 'assets/index-.js'],
    ['https://shop.test/assets/index-DiwrgTda.js', 'assets/index-.js'],
    ['https://shop.test/assets/check-out-form.js', 'assets/check-out-form.js'],
    ['https://shop.test/assets/x-a+b1c2d3.js', 'assets/x-a+.js'],
    ['chunks/7541.js', 'chunks/.js'],
    ['_next/static/wgu7a2AbCdEfGhIjKlMno/app.js', '_next/static//app.js'],
    ['lib/es2022/base64.js', 'lib/es/base.js'],
    ['<anonymous>', '<anonymous>'],
    ['https://shop.test', ''],
    ['', ''],
  ])('%j is read as %j', (filename, expected) => {
    expect(normalFile(filename)).toBe(expected);
    expect(normalFile(filename)).toBe(expected);
  });

  it('is read up to a length, and few are remembered', () => {
    expect(normalFile(`https://shop.test/${'x'.repeat(10_000)}`).length).toBeLessThan(500);
    for (let index = 0; index < 2_000; index += 1) normalFile(`/app/file-${index}.js`);
    expect(normalFile('/app/file-1.js')).toBe('/app/file-.js');
  });
});
