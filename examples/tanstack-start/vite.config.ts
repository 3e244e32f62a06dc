import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import manifest from './package.json' with { type: 'json' };

export default defineConfig({
  plugins: [tanstackStart(), react()],
  define: { __RELEASE__: JSON.stringify(`${manifest.name}@${manifest.version}`) },
});
