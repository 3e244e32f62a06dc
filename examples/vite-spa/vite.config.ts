import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import manifest from './package.json' with { type: 'json' };

const { PORT = '4173', TUNNEL_ORIGIN = 'http://127.0.0.1:8787' } = process.env;

// Stands in for the proxy of a real site: the tunnel is a path of the site itself.
const server = { port: Number(PORT), proxy: { '/monitoring-tunnel': TUNNEL_ORIGIN } };

export default defineConfig({
  plugins: [react()],
  define: { __RELEASE__: JSON.stringify(`${manifest.name}@${manifest.version}`) },
  server,
  preview: server,
});
