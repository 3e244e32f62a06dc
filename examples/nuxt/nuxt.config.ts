export default defineNuxtConfig({
  modules: [['@adit/kits/nuxt', { siteName: 'Shop' }]],
  compatibilityDate: '2026-04-01',
  telemetry: false,
});
