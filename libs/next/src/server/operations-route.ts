import { findOperations } from './operations.ts';
// Creates the tunnel, and with it what the page shows.
import './tunnel.ts';

/** What Next tells a route file. */
interface Context {
  /** `path` is what follows the path of the page. */
  readonly params: Promise<{ readonly path?: string[] | undefined }>;
}

/** Answers with the live page of the tunnel, its events and its state; 404 where it is not served. It reads and changes nothing. */
async function handle(request: Request, { params }: Context): Promise<Response> {
  const { path = [] } = await params;
  return (
    (await findOperations()?.handle(request, path.join('/'))) ??
    Response.json({ detail: 'not found' }, { status: 404, headers: { 'cache-control': 'no-store' } })
  );
}

/** The handlers of `app/operations/[[...path]]/route.ts`. */
export { handle as GET, handle as POST };
