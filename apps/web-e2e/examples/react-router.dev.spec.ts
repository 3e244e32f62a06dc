import { describeDevelopment } from './describe-development.ts';

describeDevelopment({
  command: ['node_modules/@react-router/dev/bin.cjs', 'dev'],
  failingLink: { name: 'Fails on the server', message: 'The loader failed' },
});
