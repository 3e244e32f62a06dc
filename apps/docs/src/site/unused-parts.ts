import { fileURLToPath } from 'node:url';

/** Parts of VitePress' theme that no page shows; they would be in the first load of each. */
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

/** Vite's aliases that put an empty component in their place. */
export const UNUSED_PARTS = [
  {
    find: new RegExp(`^.*/(?:${NAMES.join('|')})\\.vue$`),
    replacement: fileURLToPath(new URL('../../.vitepress/theme/nothing.ts', import.meta.url)),
  },
];
