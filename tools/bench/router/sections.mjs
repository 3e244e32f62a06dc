// What is measured, in the order of a run; those that are disturbed most come while nothing has run yet.
import { measureDeadClicks } from './dead-clicks.mjs';
import { measureNextLinks } from './next-links.mjs';
import { measureReloads } from './reloads.mjs';
import { measurePages } from './schedule-page.mjs';
import { measureScheduling } from './schedule.mjs';
import { measureSizes } from './sizes.mjs';

export const SECTIONS = [
  { id: 'sizes', label: 'Sizes', measure: () => measureSizes() },
  { id: 'scheduling', label: '10,000 links in Node', measure: () => measureScheduling() },
  { id: 'pages', label: '10,000 links in Chromium', measure: () => measurePages() },
  { id: 'reloads', label: 'Reloads on a chunk that stays away', measure: () => measureReloads() },
  {
    id: 'nextLinks',
    label: 'A page of 500 links in Next',
    measure: ({ runs }) => measureNextLinks({ runs, log: (line) => console.log(line) }),
  },
  {
    id: 'deadClicks',
    label: 'Dead clicks',
    measure: ({ navigations }) => measureDeadClicks({ navigations }),
  },
];
