import type { Scene } from './scene.ts';
import { SCENES_BILLING } from './scenes-billing.ts';
import { SCENES_CLASSES } from './scenes-classes.ts';
import { SCENES_COMMUNITY } from './scenes-community.ts';
import { SCENES_COURSES } from './scenes-courses.ts';
import { SCENES_GENERATION } from './scenes-generation.ts';
import { SCENES_LTI } from './scenes-lti.ts';
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
  ...SCENES_LTI,
  ...SCENES_CLASSES,
  ...SCENES_OPERATOR,
  ...SCENES_PERSONAL,
  ...SCENES_STUDIO,
  ...SCENES_MARKET,
  ...SCENES_COMMUNITY,
];

/** The screens that people open every day, in their fullest state. */
export const DAILY: ReadonlySet<string> = new Set([
  'create account',
  'welcome',
  'builder filled, all sections open',
  'run in the middle',
  'run finished',
  'courses with one being written',
  'community chat',
  'course details',
  'lesson of a run',
  'learning, a question answered wrong',
  'flash cards',
  'mentor, a conversation',
  'mentor of a lesson, its first question',
  'notes',
  'settings',
  'account',
  'billing with a plan',
  'plans',
  'studio overview, as tables',
  'studio course being edited',
  'runs, live and ended',
]);
const missing = [...DAILY].filter((name) => !ALL_SCENES.some((scene) => scene.name === name));
if (missing.length > 0) throw new Error(`There is no scene named ${missing.join(', ')}.`);
