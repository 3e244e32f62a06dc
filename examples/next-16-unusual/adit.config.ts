import { defineAdit } from '@adit/next';
export default defineAdit({ name: 'Shop' });
