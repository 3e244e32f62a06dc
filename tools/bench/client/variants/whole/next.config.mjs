import { withAdit } from '@adit/next/config';
import { base } from './next.base.mjs';

export default withAdit(base, { sentry: { sourcemaps: { disable: true }, silent: true } });
