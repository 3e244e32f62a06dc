/** Answers the tunnel path ahead of Next where BENCH_INTERCEPT asks for it; the other subjects run without. */
export async function register() {
  if (process.env.NEXT_RUNTIME === 'nodejs' && process.env.BENCH_INTERCEPT) await import('./intercept.js');
}
