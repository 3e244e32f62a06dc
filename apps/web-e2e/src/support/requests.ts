import type { BrowserContext } from '@playwright/test';

/** A request as the browser made it. */
export interface SeenRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

/** Collects every request of a context, from now on. */
export function watchRequests(context: BrowserContext): readonly SeenRequest[] {
  const seen: SeenRequest[] = [];
  context.on('request', (request) => {
    seen.push({
      method: request.method(),
      url: new URL(request.url()),
      headers: request.headers(),
      body: request.postDataBuffer(),
    });
  });
  return seen;
}
