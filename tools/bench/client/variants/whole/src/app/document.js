export { AditRoot as Root } from '@adit/next/root';

export const attributes = {};
