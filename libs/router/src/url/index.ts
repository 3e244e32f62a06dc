export { classifyUrl } from './classify-url.ts';
export { sanitizeReturnPath } from './return-path.ts';

export type { ClassifyUrlOptions, UrlRefusal, UrlVerdict } from './classify-url.ts';
export type { ReturnPathOptions } from './return-path.ts';
