// @ts-check
import { adit } from '@adit/kits/astro';
import node from '@astrojs/node';
import { defineConfig } from 'astro/config';

export default defineConfig({
  integrations: [adit({ siteName: 'Shop' })],
  output: 'server',
  adapter: node({ mode: 'standalone' }),
});
