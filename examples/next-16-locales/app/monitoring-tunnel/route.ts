export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from '@adit/next/route';
