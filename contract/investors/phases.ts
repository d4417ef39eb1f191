import { PRODUCT } from '#contract/product.ts';
import type { Phase } from './material.ts';

/** Development phases, in the operator's words (INV-06). */
export const PHASES: readonly Phase[] = [
  {
    title: 'Phase 1: writing courses',
    label: 'COMPLETE',
    points: [
      'Outline, lessons and practice from several AI services',
      'Every lesson checked by a service that did not write it',
      'Token-based login and card payments',
    ],
  },
  {
    title: 'Phase 2: learning with them',
    label: 'COMPLETED',
    points: [
      'Notes, review of questions at the right time, certificates',
      'An AI mentor beside every lesson',
      'Video clips of a text or a picture',
    ],
  },
  {
    title: 'Phase 3: teaching with them',
    label: 'LIVE NOW',
    points: [
      'Creator Studio and marketplace with a revenue share',
      'Plans for companies and universities with seats',
      `${PRODUCT} on phones, tablets and computers, as a web app to install`,
    ],
  },
];

/** Milestones reached, and the purpose of the round. */
export const MILESTONES: readonly string[] = [
  'The engine of slow work: courses survive the loss of any process without paying for a step twice',
  'One price list and an append-only ledger behind every purchase',
  'The interface in three languages, courses in twelve',
  'Next, with this round: more services behind the same engine, and sales to companies and universities',
];
