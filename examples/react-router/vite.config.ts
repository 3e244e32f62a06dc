import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import manifest from './package.json' with { type: 'json' };

export default defineConfig({
  plugins: [reactRouter()],
  define: { __RELEASE__: JSON.stringify(`${manifest.name}@${manifest.version}`) },
});
