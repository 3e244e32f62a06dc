import { setTimeout as sleep } from 'node:timers/promises';

const MAX_DELAY_MS = 10_000;
const MAX_KEYS = 1_000;

/** Requests so far by key. The oldest key is removed at the limit. */
const requestsByKey = new Map<string, number>();

function countRequest(key: string): number {
  const requests = (requestsByKey.get(key) ?? 0) + 1;
  requestsByKey.delete(key);
  requestsByKey.set(key, requests);
  const oldest = requestsByKey.keys().next();
  if (requestsByKey.size > MAX_KEYS && !oldest.done) requestsByKey.delete(oldest.value);
  return requests;
}

/** A data source that answers slowly (`delay`, ms) and fails the first `failures` requests of a `key` with 503. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const requests = countRequest(searchParams.get('key') ?? '');
  await sleep(Math.min(Number(searchParams.get('delay')) || 0, MAX_DELAY_MS));
  return Response.json(
    { requests },
    { status: requests <= Number(searchParams.get('failures')) ? 503 : 200 },
  );
}
