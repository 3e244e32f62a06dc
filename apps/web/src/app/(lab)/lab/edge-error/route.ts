import * as Sentry from '@sentry/nextjs';
import { stamped } from '../../stamped';

export const runtime = 'edge';

const FLUSH_MS = 2_000;

/** Reports an error from the edge runtime. Errors that Next catches are reported by its Node process instead. */
export async function GET(): Promise<Response> {
  Sentry.captureException(new Error(stamped('The lab raised this error in the edge runtime.')));
  await Sentry.flush(FLUSH_MS);
  return Response.json({ detail: 'failed, as asked' }, { status: 500 });
}
