import { describeOldTabs } from './describe-old-tabs.ts';

describeOldTabs();
