import node from '@astrojs/node';
import { defineConfig } from 'astro/config';
import manifest from './package.json' with { type: 'json' };

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  vite: { define: { __RELEASE__: JSON.stringify(`${manifest.name}@${manifest.version}`) } },
});
