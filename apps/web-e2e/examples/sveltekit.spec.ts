import { describeBrowser } from './describe-browser.ts';
import { describeServer, nodeServer } from './describe-server.ts';
import { createExampleTest } from './example-test.ts';

const test = createExampleTest(nodeServer('build/index.js'));

describeServer(test, { servesSettings: true });

describeBrowser(test);
