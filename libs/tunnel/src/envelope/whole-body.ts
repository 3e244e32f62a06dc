import type { RequestBody } from '../request/tunnel-request.ts';

/** A body whose bytes are all here: it is read at once, without a promise and a timer for its client. */
export class WholeBody implements RequestBody {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  // oxlint-disable-next-line typescript/require-await -- a body is asynchronous, whatever its source
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    yield this.bytes;
  }
}
