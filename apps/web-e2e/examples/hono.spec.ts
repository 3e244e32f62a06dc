import { describeServer, nodeServer } from './describe-server.ts';

describeServer(nodeServer('--import', './dist/instrument.js', 'dist/server.js'));
