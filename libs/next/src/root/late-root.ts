// One chunk for the bridge and what is shown with it, so that a page requests both at once.
export { routerBridge } from '@adit/router/next';
export { LateNavigation } from './late-navigation.tsx';
