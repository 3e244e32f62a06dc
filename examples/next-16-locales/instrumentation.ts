export { register, onRequestError } from '@adit/next/instrumentation';
