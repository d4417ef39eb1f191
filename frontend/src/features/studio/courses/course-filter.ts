/** The filters of a creator's courses (CRE-09); the URL contains the filter. */
export const CREATOR_FILTERS = ['all', 'published', 'draft'] as const;
export type CreatorFilter = (typeof CREATOR_FILTERS)[number] | 'archived';
