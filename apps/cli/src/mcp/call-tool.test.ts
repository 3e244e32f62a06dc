import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { boundedFetch } from './bounded-fetch.ts';
import { maskKeys, MAX_ANSWER_LENGTH, withinBound } from './bounds.ts';
import { callTool } from './call-tool.ts';
import { defineTool, type ToolAnswer } from './tool.ts';

const DSN = 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509';

const call = (run: () => ToolAnswer | Promise<ToolAnswer>) =>
  callTool(defineTool({ name: 'a', title: '', description: '', input: z.object({}), run }), {});

describe('an answer', () => {
  it('has no keys, in its text or its data', async () => {
    const { text, data } = await call(() => ({ text: `dsn: '${DSN}'`, data: { dsn: DSN } }));

    expect(text).toBe("dsn: 'https://…@o450.ingest.sentry.io/4509'");
    expect(data).toEqual({ dsn: 'https://…@o450.ingest.sentry.io/4509' });
  });

  it('is cut at a line within its bound, and says so', async () => {
    const { text } = await call(() => ({ text: 'a line\n'.repeat(20_000) }));

    expect(text.length).toBeLessThan(MAX_ANSWER_LENGTH + 100);
    expect(text).toMatch(/a line\n… \d+ more characters are left out\.\n$/);
  });

  it('leaves out data that is too large, not the text', async () => {
    const { text, data } = await call(() => ({ text: 'ok', data: { a: 'x'.repeat(300_000) } }));

    expect([text, data]).toEqual(['ok', undefined]);
  });

  it('is an error with its reason if the tool throws', async () => {
    const thrown = (error: Error) => call(() => Promise.reject(error));

    expect(await thrown(new Error(`cannot ask ${DSN}`))).toEqual({
      text: 'cannot ask https://…@o450.ingest.sentry.io/4509',
      isError: true,
    });
  });
});

describe('maskKeys', () => {
  it('masks passwords in addresses and tokens of Sentry, and leaves other texts', () => {
    expect(maskKeys('redis://:secret@host:6379 and sntrys_eyJpYXQiOjE3')).toBe(
      'redis://…@host:6379 and sntry…',
    );
    const other = 'write to ann@example.org, read https://example.org/a@b';
    expect(maskKeys(other)).toBe(other);
  });
});

it('a text of one long line is cut, too', () => {
  expect(withinBound('abcdef', 3)).toBe('abc\n… 3 more characters are left out.\n');
  expect(withinBound('abc', 3)).toBe('abc');
});

describe('boundedFetch', () => {
  const answering =
    (body: string | null, status = 200): typeof fetch =>
    () =>
      Promise.resolve(new Response(body, { status }));

  it('reads an answer of at most the bound', async () => {
    expect(await (await boundedFetch(answering('abc'), 3)('http://a.example')).text()).toBe('abc');
    await expect(boundedFetch(answering('abcd'), 3)('http://a.example')).rejects.toThrow(
      'the answer has more than 3 bytes',
    );
  });

  it('keeps the status, also of an answer without a body', async () => {
    expect((await boundedFetch(answering(null, 204))('http://a.example')).status).toBe(204);
    expect((await boundedFetch(answering('no', 404))('http://a.example')).status).toBe(404);
  });

  it('gives up in time', async () => {
    let signal: AbortSignal | null | undefined;
    await boundedFetch((_input, init) => {
      signal = init?.signal;
      return Promise.resolve(new Response('a'));
    })('http://a.example');

    expect(signal).toBeInstanceOf(AbortSignal);
  });
});
