export { isBot } from './noise/bots.ts';
