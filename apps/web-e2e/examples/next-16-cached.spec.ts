import { describePages } from './static-pages.ts';

describePages([
  { kind: 'prerendered page', path: '/', sign: '○' },
  { kind: 'cached component', path: '/guide', sign: '○' },
  { kind: 'page of generateStaticParams', path: '/products/lamp', sign: '○' },
  { kind: 'page with a part that reads the request', path: '/basket', sign: '◐' },
]);
