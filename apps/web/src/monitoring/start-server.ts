import * as Sentry from '@sentry/nextjs';
import { toServerOptions } from '@adit/monitoring-config';
import { monitoring, serverOutcomes } from './server';

Sentry.init(toServerOptions(monitoring, { sdk: Sentry, log: serverOutcomes }));
