import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import manifest from './package.json' with { type: 'json' };

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  define: { __RELEASE__: JSON.stringify(`${manifest.name}@${manifest.version}`) },
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        rolldownOptions: { input: { instrument: 'src/instrument.ts', server: 'src/server.tsx' } },
      }
    : {
        outDir: 'dist/client',
        rolldownOptions: { input: 'src/client.tsx', output: { entryFileNames: 'assets/client.js' } },
      },
}));
