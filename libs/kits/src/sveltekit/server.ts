import { startServer } from '../server/index.ts';
import { printError } from '../server/say.ts';
import { isUnexpected, type Thrown } from './thrown.ts';

export type { Thrown };

/** The part of SvelteKit's event that is read. */
export interface AditEvent {
  readonly request: Request;
}

const server = startServer();

const references = new WeakMap<Request, string>();

/** Reports an error of a load, an action, an endpoint or a render, for `src/hooks.server.ts`. */
export function handleError(thrown: Thrown & { readonly event: AditEvent }): void {
  if (!isUnexpected(thrown)) return;
  printError(thrown.error);
  const reference = server.captureError(thrown.error);
  if (reference !== undefined) references.set(thrown.event.request, reference);
}

/** Answers missing pages and errors of pages with documents, for `src/hooks.server.ts`. Data and endpoints stay. */
export async function handle<Event extends AditEvent>({
  event,
  resolve,
}: {
  readonly event: Event;
  readonly resolve: (event: Event) => Response | Promise<Response>;
}): Promise<Response> {
  const response = await resolve(event);
  const { status, headers } = response;
  const isPage = headers.get('content-type')?.startsWith('text/html') === true;
  if (!isPage || (status !== 404 && status !== 500)) return response;
  return server.faultResponse(status, event.request, references.get(event.request), headers) ?? response;
}
