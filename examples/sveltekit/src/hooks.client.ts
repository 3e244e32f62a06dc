export { handleError } from '@adit/kits/sveltekit';
