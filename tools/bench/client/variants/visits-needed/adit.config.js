import { defineAdit } from '@adit/next';

export default defineAdit({ name: 'The tide tables', monitoring: { tracesSampleRate: 1, quietMs: 300 } });
