export { onRouterTransitionStart } from '@adit/next/client';
