import { lookup } from '#contract/platform/lookup.ts';
import { isDelivered, type Part } from './delivered-parts.ts';

/** The name of each part in the English texts of the catalogue. */
const NAMES: Readonly<Record<Part, RegExp>> = {
  courses: /\bcourses\b/i,
  marketplace: /\bmarketplace\b/i,
  creator_share: /\brevenue share\b/i,
  mentor: /\bmentor\b/i,
  badges: /\bbadges\b/i,
  course_clips: /\bclips in courses\b/i,
  video: /\bvideos?\b/i,
  vortex: /\bvortex\b/i,
  imagen: /\bimagen\b|\bvisuals\b/i,
  ar_vr: /\bAR\/VR\b/i,
  community: /\bcommunity\b/i,
};

/** The part that each quota of a plan counts. */
const OF_QUOTA: Readonly<Record<string, Part>> = lookup({
  text_course: 'courses',
  video_seconds: 'video',
  vortex_session: 'vortex',
  ar_vr_simulation: 'ar_vr',
  imagen_visual: 'imagen',
  mentor_answer: 'mentor',
});

/** Tells whether an English line of the catalogue ('2 five-minute AI videos') names a part that does not exist yet. */
export const namesUndelivered = (feature: string): boolean =>
  (Object.keys(NAMES) as Part[]).some((part) => !isDelivered(part) && NAMES[part].test(feature));

/** Tells whether a quota counts a part that does not exist yet. */
export const isQuotaUndelivered = (name: string): boolean => {
  const part = OF_QUOTA[name];
  return part !== undefined && !isDelivered(part);
};
