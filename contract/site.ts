import { PRODUCT } from '#contract/product.ts';

/** Placeholder for the installation's origin in documents built before it is known; the server replaces it. */
export const BUILT_ORIGIN = 'https://origin.invalid';

/** The preview picture of shared links to pages without their own picture (frontend/public). */
export const SHARE_PICTURE = {
  path: '/share.png',
  width: 1200,
  height: 630,
  alt: `${PRODUCT}: describe what you want to learn, and read the course that is written for you.`,
} as const;

/** The newest marketplace courses, as Atom. */
export const FEED_PATH = '/market/feed.xml';
export const FEED_TITLE = `New courses on ${PRODUCT}`;

/** Size in pixels of a course's drawn picture, for shared links and for feeds. */
export const SHARE_SHAPES = { wide: { width: 1200, height: 630 }, square: { width: 600, height: 600 } } as const;
export type ShareShape = keyof typeof SHARE_SHAPES;
