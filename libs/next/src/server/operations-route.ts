import { findOperations } from './operations.ts';
// Creates the tunnel that the page shows.
import './tunnel.ts';

/** The argument that Next passes to a route file. */
interface Context {
  /** `path` is the rest of the path after the page's own. */
  readonly params: Promise<{ readonly path?: string[] | undefined }>;
}

/** Answers with the live page of the tunnel, its events and its state; 404 if it is not served. It only reads. */
async function handle(request: Request, { params }: Context): Promise<Response> {
  const { path = [] } = await params;
  return (
    (await findOperations()?.handle(request, path.join('/'))) ??
    Response.json({ detail: 'not found' }, { status: 404, headers: { 'cache-control': 'no-store' } })
  );
}

/** The handlers of `app/operations/[[...path]]/route.ts`. */
export { handle as GET, handle as POST };
