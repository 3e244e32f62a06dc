import { describeDeploys } from './describe-deploys.ts';

describeDeploys();
