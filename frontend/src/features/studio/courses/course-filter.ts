/** What the courses of a creator can be narrowed to (CRE-09); the address carries it. */
export const CREATOR_FILTERS = ['all', 'published', 'draft'] as const;
export type CreatorFilter = (typeof CREATOR_FILTERS)[number] | 'archived';
