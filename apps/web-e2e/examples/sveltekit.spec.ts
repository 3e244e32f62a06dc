import { describeServer, nodeServer } from './describe-server.ts';
import { createServerTest } from './example-test.ts';

describeServer(createServerTest(nodeServer('build/index.js')));
