/** Replaced by the test: Next fixes rewrites when it builds. */
const SHOP = 'http://shop.invalid';

/**
 * The main application of the site, as in Next's guide to multi-zones. It does not use Adit, and forwards the zone's
 * pages and its `assetPrefix`.
 */
export default {
  trailingSlash: true,
  rewrites: async () => [
    { source: '/shelf/:path+/', destination: `${SHOP}/shelf/:path+/` },
    { source: '/shop-static/:path+', destination: `${SHOP}/shop-static/:path+` },
    { source: '/shop-static/:path+/', destination: `${SHOP}/shop-static/:path+/` },
  ],
};
