/** @jest-environment node */
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { FallbackStyle } from './fallback-style.tsx';

const NONCE = 'r4nd0m';

/** Renders as Next does with a nonce, which is a string. */
async function renderUnderNoncePolicy(children: ReactNode): Promise<string> {
  const output = new PassThrough();
  const { pipe } = renderToPipeableStream(
    <html lang="en">
      <head />
      <body>{children}</body>
    </html>,
    { nonce: NONCE, onAllReady: () => pipe(output) },
  );
  return text(output);
}

describe('FallbackStyle', () => {
  it('keeps its nonce in the server’s HTML', async () => {
    expect(await renderUnderNoncePolicy(<FallbackStyle nonce={NONCE} />)).toContain(
      `<style nonce="${NONCE}">`,
    );
  });

  it('control: React loses the nonce of a hoisted style', async () => {
    const complaint = jest.spyOn(console, 'error').mockImplementation(() => undefined);

    const html = await renderUnderNoncePolicy(
      <style href="hoisted" precedence="default" nonce={NONCE}>
        {'.hoisted{color:red}'}
      </style>,
    );

    expect(html).toContain('.hoisted{color:red}');
    expect(html).not.toContain(`<style nonce="${NONCE}"`);
    expect(complaint).toHaveBeenCalledTimes(1);
    complaint.mockRestore();
  });
});
