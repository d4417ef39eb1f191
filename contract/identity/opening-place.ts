/** The screens that can open after sign-in. */
export const OPENING_PLACES = ['builder', 'courses', 'studio', 'console'] as const;
export type OpeningPlace = (typeof OPENING_PLACES)[number];
