import { describeDevelopment } from './describe-development.ts';

describeDevelopment({ command: ['node_modules/astro/bin/astro.mjs', 'dev'] });
