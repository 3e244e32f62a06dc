import { register as registerAdit, onRequestError } from '@adit/next/instrumentation';

export { onRequestError };

export async function register(): Promise<void> {
  await registerAdit();
  if (process.env['BREAKS_AT_START'] === '1') throw new Error('instrumentation: register');
}
