import { withAdit } from '@adit/next/config';
export default withAdit({
  // Next reads only files with these endings, including those that Adit needs.
  pageExtensions: ['page.tsx', 'page.ts'],
  trailingSlash: true,
  // A zone of a larger site, which forwards only this path.
  assetPrefix: '/shop-static',
});
