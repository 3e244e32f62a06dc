import { describeDevelopment } from './describe-development.ts';

describeDevelopment({ command: ['node_modules/nuxt/bin/nuxt.mjs', 'dev'] });
