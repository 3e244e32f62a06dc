import type { ContractRequest, ContractResponse } from './tunnel.contract.ts';

/** Converts a contract request to a Fetch request. */
export function toFetchRequest({
  method = 'POST',
  path = '/monitoring-tunnel',
  query,
  headers = {},
  body = new Uint8Array(),
}: ContractRequest): Request {
  const url = `https://app.example.com${path}${query === undefined ? '' : `?${query}`}`;
  if (method !== 'POST') return new Request(url, { method, headers });
  if (body instanceof Uint8Array) {
    return new Request(url, { method, headers, body: body as Uint8Array<ArrayBuffer> });
  }
  const init: RequestInit & { duplex: 'half' } = {
    method,
    headers,
    body: toStream(body),
    duplex: 'half',
  };
  return new Request(url, init);
}

/** Converts a Fetch response to a contract response. */
export async function toContractResponse(response: Response): Promise<ContractResponse> {
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  };
}

/** A stream that reads its source only on demand. */
export function toStream(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const step: IteratorResult<Uint8Array, unknown> = await iterator.next();
        if (step.done === true) controller.close();
        else controller.enqueue(step.value);
      },
    },
    { highWaterMark: 0 },
  );
}
