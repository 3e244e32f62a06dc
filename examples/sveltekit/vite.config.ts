import { adit } from '@adit/kits/vite';
import adapter from '@sveltejs/adapter-node';
import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [adit({ siteName: 'Shop' }), sveltekit({ adapter: adapter() })],
});
