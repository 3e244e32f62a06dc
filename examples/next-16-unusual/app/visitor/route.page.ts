import * as Sentry from '@sentry/nextjs';
import type { NextRequest } from 'next/server';

/** Requests that wait for each other. */
let waiting: (() => void)[] = [];

/** Resolves for two concurrent requests, so that neither ends before the other has begun. */
const meet = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length < 2) return;
    for (const go of waiting) go();
    waiting = [];
  });

export async function GET({ nextUrl }: NextRequest): Promise<Response> {
  const name = nextUrl.searchParams.get('name') ?? '';
  Sentry.setTag('visitor', name);
  Sentry.setUser({ id: name });
  await meet();
  throw new Error(`The order of ${name} failed`);
}
