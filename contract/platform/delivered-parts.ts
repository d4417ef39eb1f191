/**
 * Features mentioned in the plans, the landing page, the form and the help, and whether each exists yet. To deliver a feature, change only
 * its line here: every screen that names features reads this table and marks the missing ones (A18).
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
