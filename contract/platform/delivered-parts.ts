/**
 * Features that the plans, the landing page, the form and the help name, and whether each exists yet. Whoever delivers one changes its line
 * here and nothing else: every surface that names a feature reads this table and marks the missing ones (A18).
 */
export const DELIVERED_PARTS = {
  courses: true,
  marketplace: true,
  creator_share: true,
  mentor: true,
  badges: true,
  video: true,
  course_clips: true,
  vortex: true,
  imagen: true,
  ar_vr: true,
  community: true,
} as const satisfies Record<string, boolean>;
export type Part = keyof typeof DELIVERED_PARTS;

export const isDelivered = (part: Part): boolean => DELIVERED_PARTS[part];
