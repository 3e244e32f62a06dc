import { fileURLToPath } from 'node:url';

/** Parts of VitePress' theme that no page shows. They would be in the first load of every page. */
const NAMES = [
  'NotFound',
  'VPAlgoliaSearchBox',
  'VPBadge',
  'VPCarbonAds',
  'VPDocAsideCarbonAds',
  'VPDocFooterLastUpdated',
  'VPFooter',
  'VPHome',
  'VPHomeContent',
  'VPHomeFeatures',
  'VPHomeHero',
  'VPImage',
  'VPNavBarExtra',
  'VPNavBarMenuGroup',
  'VPNavBarSocialLinks',
  'VPNavBarTranslations',
  'VPNavScreenMenuGroup',
  'VPNavScreenSocialLinks',
  'VPNavScreenTranslations',
  'VPPage',
  'VPSocialLinks',
  'VPTeamMembers',
  'VPTeamPage',
];

/** Vite's aliases that replace them with an empty component. */
export const UNUSED_PARTS = [
  {
    find: new RegExp(`^.*/(?:${NAMES.join('|')})\\.vue$`),
    replacement: fileURLToPath(new URL('../../.vitepress/theme/nothing.ts', import.meta.url)),
  },
];
