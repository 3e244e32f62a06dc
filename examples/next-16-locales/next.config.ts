import { withAdit } from '@adit/next/config';
export default withAdit({
  trailingSlash: true,
  assetPrefix: 'http://assets.shop.invalid',
  crossOrigin: 'anonymous',
});
