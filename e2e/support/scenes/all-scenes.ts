import type { Scene } from './scene.ts';
import { SCENES_BILLING } from './scenes-billing.ts';
import { SCENES_COMMUNITY } from './scenes-community.ts';
import { SCENES_COURSES } from './scenes-courses.ts';
import { SCENES_GENERATION } from './scenes-generation.ts';
import { SCENES_MARKET } from './scenes-market.ts';
import { SCENES_OPERATOR } from './scenes-operator.ts';
import { SCENES_ORGANISATION } from './scenes-organisation.ts';
import { SCENES_PERSONAL } from './scenes-personal.ts';
import { SCENES_READING } from './scenes-reading.ts';
import { SCENES_STUDIO } from './scenes-studio.ts';
import { SCENES_VISITORS } from './scenes-visitors.ts';

/** Every scene. */
export const ALL_SCENES: readonly Scene[] = [
  ...SCENES_VISITORS,
  ...SCENES_GENERATION,
  ...SCENES_COURSES,
  ...SCENES_READING,
  ...SCENES_BILLING,
  ...SCENES_ORGANISATION,
  ...SCENES_OPERATOR,
  ...SCENES_PERSONAL,
  ...SCENES_STUDIO,
  ...SCENES_MARKET,
  ...SCENES_COMMUNITY,
];
