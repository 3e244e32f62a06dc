import { PassThrough } from 'node:stream';
import type { Socket } from 'node:net';
import { answerClientError } from './answer-client-error.ts';

const failing = (code?: string): Error => Object.assign(new Error('failed'), { code });

function answerTo(error: Error, isAnswering = false): { text: string; destroyed: boolean } {
  const socket = new PassThrough();
  answerClientError(error, socket as unknown as Socket, isAnswering);
  const { destroyed } = socket;
  return { text: String(socket.read() ?? ''), destroyed };
}

describe('answerClientError', () => {
  it.each([
    ['HPE_HEADER_OVERFLOW', 431],
    ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
    ['ERR_HTTP_REQUEST_TIMEOUT', 408],
    ['HPE_INVALID_METHOD', 400],
    [undefined, 400],
  ])('answers %s with %i, and says that the connection closes', (code, status) => {
    const { text, destroyed } = answerTo(failing(code));

    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*\\r\\nConnection: close\\r\\n`));
    expect(destroyed).toBe(false);
  });

  it.each([
    ['was reset', failing('ECONNRESET'), false],
    ['has an answer that has begun', failing('HPE_INVALID_CHUNK_SIZE'), true],
  ])('closes a connection that %s without a word', (_what, error, isAnswering) => {
    expect(answerTo(error, isAnswering)).toEqual({ text: '', destroyed: true });
  });

  it('answers once, however many errors follow', () => {
    const socket = new PassThrough();
    for (let count = 0; count < 3; count += 1) {
      answerClientError(failing('HPE_INVALID_METHOD'), socket as unknown as Socket, false);
    }

    expect(String(socket.read()).match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(socket.destroyed).toBe(false);
  });
});
