import { describeServer, nodeServer } from './describe-server.ts';
import { createServerTest } from './example-test.ts';

describeServer(createServerTest(nodeServer('--import', './dist/instrument.js', 'dist/server.js')));
