import { adit } from '@adit/kits/vite';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [adit({ siteName: 'Shop' }), reactRouter()],
});
