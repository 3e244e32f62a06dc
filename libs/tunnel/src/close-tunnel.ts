import { withDeadline } from './guard/deadline.ts';
import type { Fault, InjectedPart } from './outcome/faults.ts';
import { closeReports } from './send/client-reports.ts';
import type { TunnelContext } from './tunnel-context.ts';

/** The time that each part has to close, in milliseconds. After it, the next part is closed. */
export const CLOSE_DEADLINE_MS = 30_000;

/**
 * Waits for the requests in flight, then closes one part after another, even if some fail.
 * @returns the parts that failed to close
 */
export async function closeTunnel(context: TunnelContext): Promise<readonly Fault[]> {
  context.isClosing = true;
  if (context.inFlight > 0) await new Promise<void>((resolve) => (context.onIdle = resolve));
  const { given, drain, spool } = context;
  const abandon = new AbortController();
  const failed: Fault[] = [];
  const close = async (part: InjectedPart, work: () => unknown): Promise<void> => {
    try {
      await withDeadline(context.clock, CLOSE_DEADLINE_MS, 'close()', work);
    } catch (error) {
      failed.push({ kind: 'fault', part, error, count: 1 });
      context.faults.report(part, error);
    }
  };

  await close('spool', () => drain?.stop(abandon.signal));
  await close('transport', () => closeReports(context));
  await close('spool', () => {
    abandon.abort();
    return spool?.close();
  });
  await close('limits', () => given.limits.close?.());
  await close('throttle', () => given.throttle?.close?.());
  await close('transport', () => given.transport.close?.());
  context.faults.flush();
  return failed;
}
