/**
 * A server's event of 90 KB: 50 frames with source lines, 100 breadcrumbs, contexts, extra. `secrets`: whether every tenth
 * breadcrumb holds one.
 */
export function createEvent({ secrets = false } = {}) {
  const line = (i, j) =>
    `      const result${j} = await this.repository.findOne({ where: { id: order${i}.id }, lock: true });`.slice(
      0,
      40 + ((i * 7 + j * 13) % 50),
    );
  const frames = Array.from({ length: 50 }, (_, i) => ({
    filename: `/var/task/node_modules/.pnpm/@scope+package-${i % 9}@1.2.${i}/node_modules/package/dist/server/chunks/ssr/module_${i}.js`,
    abs_path: `/var/task/node_modules/.pnpm/@scope+package-${i % 9}@1.2.${i}/node_modules/package/dist/server/chunks/ssr/module_${i}.js`,
    function: `Object.handleRequest${i}`,
    module: `package.dist.server:module_${i}`,
    lineno: 100 + i,
    colno: 12 + i,
    in_app: i % 3 === 0,
    pre_context: Array.from({ length: 5 }, (_, j) => line(i, j)),
    context_line: line(i, 5),
    post_context: Array.from({ length: 5 }, (_, j) => line(i, j + 6)),
  }));
  const breadcrumbs = Array.from({ length: 100 }, (_, i) =>
    i % 3 === 0
      ? {
          timestamp: 1760000000.123 + i,
          type: 'http',
          category: 'fetch',
          level: 'info',
          data: {
            method: 'GET',
            url: `https://api.shop.example/v2/orders/${i}/items?page=${i}&sort=price`,
            status_code: 200,
            request_body_size: 0,
            response_body_size: 1234,
          },
        }
      : i % 3 === 1
        ? {
            timestamp: 1760000000.123 + i,
            category: 'ui.click',
            message: `body > div#__next > main.layout > section.cart-items > ul > li.item:nth-child(${i}) > button[type="submit"].primary`,
            level: 'info',
          }
        : {
            timestamp: 1760000000.123 + i,
            category: 'console',
            level: 'log',
            message: `Order ${i} rendered in ${i * 3} ms with ${i} items for the current visitor, cache hit`,
            data: { arguments: [`Order ${i} rendered`, { items: i, total: i * 9.99 }], logger: 'console' },
          },
  );
  if (secrets)
    for (let index = 0; index < breadcrumbs.length; index += 10)
      breadcrumbs[index].message = `GET /reset?token=${index}hunter2 for ann@example.com`;
  return {
    event_id: '9ec79c33ec9942ab8353589fcb2e04dc',
    timestamp: 1760000200.5,
    platform: 'node',
    environment: 'production',
    release: 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3',
    level: 'error',
    transaction: 'GET /orders/[id]',
    server_name: 'ip-10-0-0-1',
    exception: {
      values: [
        {
          type: 'TypeError',
          value: "Cannot read properties of undefined (reading 'total')",
          stacktrace: { frames },
          mechanism: { type: 'generic', handled: false },
        },
      ],
    },
    breadcrumbs,
    request: {
      url: 'https://shop.example/orders/17?tab=items',
      method: 'GET',
      headers: {
        accept: 'text/html',
        'user-agent':
          'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
        referer: 'https://shop.example/',
        'accept-language': 'en',
      },
    },
    contexts: {
      trace: { trace_id: 'd4cda95b652f4a1592b449d5929fda1b', span_id: '6e0c63257de34c92', op: 'http.server' },
      runtime: { name: 'node', version: 'v20.20.2' },
      os: { name: 'Linux', kernel_version: '5.10' },
      app: { app_start_time: '2026-11-01T00:00:00.000Z', app_memory: 123456789 },
    },
    tags: { plan: 'pro', region: 'eu-central-1', feature: 'checkout' },
    extra: {
      order: {
        id: 17,
        items: Array.from({ length: 40 }, (_, i) => ({
          sku: `SKU-${1000 + i}`,
          title: `A product with quite a long title number ${i}`,
          price: i * 1.5,
          quantity: i % 4,
        })),
      },
    },
    modules: Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`@scope/package-${i}`, `1.2.${i}`])),
  };
}
