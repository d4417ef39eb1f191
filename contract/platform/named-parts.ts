import { isDelivered, type Part } from './delivered-parts.ts';

/** How the parts are called in the catalogue and in what is written about it, in English. */
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

/** Quotas of plans by the part they count. */
const OF_QUOTA: Readonly<Record<string, Part>> = {
  text_course: 'courses',
  video_seconds: 'video',
  vortex_session: 'vortex',
  ar_vr_simulation: 'ar_vr',
  imagen_visual: 'imagen',
  mentor_answer: 'mentor',
};

/** Whether an English line of the catalogue, '2 five-minute AI videos', names something that is not there yet. */
export const namesUndelivered = (feature: string): boolean =>
  (Object.keys(NAMES) as Part[]).some((part) => !isDelivered(part) && NAMES[part].test(feature));

/** Whether a quota counts something that is not there yet. */
export const isQuotaUndelivered = (name: string): boolean => {
  const part = OF_QUOTA[name];
  return part !== undefined && !isDelivered(part);
};
