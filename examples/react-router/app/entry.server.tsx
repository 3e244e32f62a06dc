export { default, handleError, streamTimeout } from '@adit/kits/react-router/server';
