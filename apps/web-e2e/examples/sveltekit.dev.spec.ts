import { describeDevelopment } from './describe-development.ts';

describeDevelopment({ command: ['node_modules/vite/bin/vite.js', 'dev'] });
