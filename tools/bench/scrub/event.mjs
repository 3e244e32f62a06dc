const of = (length, create) => Array.from({ length }, (_, index) => create(index));

const sourceLine = (i, j) =>
  `      const result${j} = await this.repository.findOne({ where: { id: order${i}.id }, lock: true });`.slice(
    0,
    40 + ((i * 7 + j * 13) % 50),
  );

function createFrame(i) {
  const file = `/var/task/node_modules/.pnpm/@scope+package-${i % 9}@1.2.${i}/node_modules/package/dist/server/chunks/ssr/module_${i}.js`;
  return {
    filename: file,
    abs_path: file,
    function: `Object.handleRequest${i}`,
    module: `package.dist.server:module_${i}`,
    lineno: 100 + i,
    colno: 12 + i,
    in_app: i % 3 === 0,
    pre_context: of(5, (j) => sourceLine(i, j)),
    context_line: sourceLine(i, 5),
    post_context: of(5, (j) => sourceLine(i, j + 6)),
  };
}

/** Alternates a request, a click and a line of the console. */
const createBreadcrumb = (i) => ({
  timestamp: 1760000000.123 + i,
  level: 'info',
  ...[
    {
      type: 'http',
      category: 'fetch',
      data: {
        method: 'GET',
        url: `https://api.shop.example/v2/orders/${i}/items?page=${i}&sort=price`,
        status_code: 200,
        response_body_size: 1234,
      },
    },
    {
      category: 'ui.click',
      message: `body > div#__next > main.layout > section.cart-items > ul > li.item:nth-child(${i}) > button[type="submit"].primary`,
    },
    {
      category: 'console',
      message: `Order ${i} rendered in ${i * 3} ms with ${i} items for the current visitor, cache hit`,
      data: { arguments: [`Order ${i} rendered`, { items: i, total: i * 9.99 }], logger: 'console' },
    },
  ][i % 3],
});

/**
 * A server's event of 85 KB: 50 frames with source lines, 100 breadcrumbs, contexts, extra. `secrets`: whether every
 * tenth breadcrumb contains one.
 */
export function createEvent({ secrets = false } = {}) {
  const breadcrumbs = of(100, createBreadcrumb);
  if (secrets)
    for (let index = 0; index < breadcrumbs.length; index += 10)
      breadcrumbs[index].message = `GET /reset?token=${index}hunter2 for ann@example.com`;
  const value = "Cannot read properties of undefined (reading 'total')";
  return {
    event_id: '9ec79c33ec9942ab8353589fcb2e04dc',
    timestamp: 1760000200.5,
    platform: 'node',
    environment: 'production',
    release: 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3',
    level: 'error',
    transaction: 'GET /orders/[id]',
    exception: { values: [{ type: 'TypeError', value, stacktrace: { frames: of(50, createFrame) } }] },
    breadcrumbs,
    request: {
      url: 'https://shop.example/orders/17?tab=items',
      method: 'GET',
      headers: { accept: 'text/html', referer: 'https://shop.example/', 'accept-language': 'en' },
    },
    contexts: { runtime: { name: 'node', version: 'v20.20.2' }, os: { name: 'Linux' } },
    extra: {
      items: of(40, (i) => ({
        sku: `SKU-${1000 + i}`,
        title: `A product with quite a long title number ${i}`,
        price: i * 1.5,
      })),
    },
    modules: Object.fromEntries(of(60, (i) => [`@scope/package-${i}`, `1.2.${i}`])),
  };
}
