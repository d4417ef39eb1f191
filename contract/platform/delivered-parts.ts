/**
 * What the plans, the landing page, the form and the help name, and whether it is there. Whoever delivers one changes its line here and
 * nothing else: every surface that names it reads this table and marks what is not there yet (A18).
 */
export const DELIVERED_PARTS = {
  courses: true,
  marketplace: true,
  creator_share: true,
  mentor: true,
  badges: true,
  video: false,
  vortex: false,
  imagen: false,
  ar_vr: false,
  community: false,
} as const satisfies Record<string, boolean>;
export type Part = keyof typeof DELIVERED_PARTS;

/** How the parts are called in the catalogue and in what is written about it, in English. */
const NAMES: Readonly<Record<Part, RegExp>> = {
  courses: /\bcourses\b/i,
  marketplace: /\bmarketplace\b/i,
  creator_share: /\brevenue share\b/i,
  mentor: /\bmentor\b/i,
  badges: /\bbadges\b/i,
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

export const isDelivered = (part: Part): boolean => DELIVERED_PARTS[part];

/** Whether an English line of the catalogue, '2 five-minute AI videos', names something that is not there yet. */
export const namesUndelivered = (feature: string): boolean =>
  (Object.keys(NAMES) as Part[]).some((part) => !isDelivered(part) && NAMES[part].test(feature));

/** Whether a quota counts something that is not there yet. */
export const isQuotaUndelivered = (name: string): boolean => {
  const part = OF_QUOTA[name];
  return part !== undefined && !isDelivered(part);
};
