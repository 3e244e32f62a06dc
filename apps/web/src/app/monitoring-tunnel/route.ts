// Answers on hosts where the server's requests cannot be intercepted.
export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from '@adit/next/route';
