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

/** The units of plans besides tokens, with the part that each counts. Plan terms and display names do not compile without each unit. */
export const QUOTAS = {
  text_course: 'courses',
  /** Video is counted in seconds (G06). */
  video_seconds: 'video',
  vortex_session: 'vortex',
  ar_vr_simulation: 'ar_vr',
  imagen_visual: 'imagen',
  /** Answers of the AI mentor, and grades of short answers; beyond the quota each costs tokens (`MENTOR_ANSWER_CENTITOKENS`). */
  mentor_answer: 'mentor',
} as const satisfies Readonly<Record<string, Part>>;
export type QuotaName = keyof typeof QUOTAS;

/** Tells whether an English line of the catalogue ('2 five-minute AI videos') names a part that does not exist yet. */
export const namesUndelivered = (feature: string): boolean =>
  (Object.keys(NAMES) as Part[]).some((part) => !isDelivered(part) && NAMES[part].test(feature));

/** Tells whether this version knows the quota: a screen may be older than its server. */
export const isQuotaName = (name: string): name is QuotaName => Object.hasOwn(QUOTAS, name);

/** Tells whether a quota counts a part that does not exist yet. */
export const isQuotaUndelivered = (name: string): boolean => isQuotaName(name) && !isDelivered(QUOTAS[name]);
