import { withAdit } from '@adit/next/config';
export default withAdit({
  trailingSlash: true,
  assetPrefix: 'http://assets.shop.invalid',
  crossOrigin: 'anonymous',
  // The pages for 401 and 403 lie below the languages.
  experimental: { authInterrupts: true },
});
