export { handle, handleError } from '@adit/kits/sveltekit/server';
