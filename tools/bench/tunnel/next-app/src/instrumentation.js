/** Answers the tunnel path before Next if BENCH_INTERCEPT is set; the other subjects run without it. */
export async function register() {
  if (process.env.NEXT_RUNTIME === 'nodejs' && process.env.BENCH_INTERCEPT) await import('./intercept.js');
}
