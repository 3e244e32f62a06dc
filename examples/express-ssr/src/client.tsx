import { monitoring } from './monitoring/start';
import { prefetchLinks } from '@adit/router/links';
import { hydrateRoot } from 'react-dom/client';
import { Document } from './document';

const settings = document.documentElement.dataset['monitoring'] ?? '';
hydrateRoot(
  document,
  <Document path={location.pathname} settings={settings} onFault={monitoring.captureError} />,
  { onUncaughtError: monitoring.captureError },
);
prefetchLinks();
