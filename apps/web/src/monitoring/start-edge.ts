import * as Sentry from '@sentry/nextjs';
import { toEdgeOptions } from '@adit/monitoring-config';
import { monitoring, serverOutcomes } from './server';

Sentry.init(toEdgeOptions(monitoring, { sdk: Sentry, log: serverOutcomes }));
