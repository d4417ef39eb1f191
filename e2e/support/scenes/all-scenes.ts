import { SCENES, type Scene } from './scenes.ts';
import { SCENES_BILLING } from './scenes-billing.ts';
import { SCENES_DECISIONS } from './scenes-decisions.ts';
import { SCENES_OF_ACCOUNT } from './scenes-of-account.ts';
import { SCENES_FOR_VISITORS } from './scenes-for-visitors.ts';
import { SCENES_OPERATOR } from './scenes-operator.ts';
import { SCENES_ORGANISATION } from './scenes-organisation.ts';
import { SCENES_PERSONAL } from './scenes-personal.ts';
import { SCENES_MENTOR } from './scenes-mentor.ts';
import { SCENES_READING } from './scenes-reading.ts';
import { SCENES_STUDIO } from './scenes-studio.ts';
import { SCENES_DASHBOARD } from './scenes-dashboard.ts';
import { SCENES_PLACES } from './scenes-places.ts';
import { SCENES_CHAT } from './scenes-chat.ts';
import { SCENES_COMMUNITY } from './scenes-community.ts';
import { SCENES_VIDEO } from './scenes-video.ts';
import { SCENES_SOURCES } from './scenes-sources.ts';
import { SCENES_VOICE } from './scenes-voice.ts';
import { SCENES_PRACTICE } from './scenes-practice.ts';
import { SCENES_MARKET } from './scenes-market.ts';
import { SCENES_STUDIO_COURSES } from './scenes-studio-courses.ts';

/** Every scene. */
export const ALL_SCENES: readonly Scene[] = [
  ...SCENES,
  ...SCENES_FOR_VISITORS,
  ...SCENES_DECISIONS,
  ...SCENES_READING,
  ...SCENES_MENTOR,
  ...SCENES_BILLING,
  ...SCENES_OF_ACCOUNT,
  ...SCENES_ORGANISATION,
  ...SCENES_OPERATOR,
  ...SCENES_PERSONAL,
  ...SCENES_STUDIO,
  ...SCENES_STUDIO_COURSES,
  ...SCENES_MARKET,
  ...SCENES_DASHBOARD,
  ...SCENES_PLACES,
  ...SCENES_CHAT,
  ...SCENES_VIDEO,
  ...SCENES_COMMUNITY,
  ...SCENES_VOICE,
  ...SCENES_SOURCES,
  ...SCENES_PRACTICE,
];
