import { PRODUCT } from '#contract/product.ts';

/** Stands for the installation's own origin in documents built before it is known; the server replaces it. */
export const BUILT_ORIGIN = 'https://origin.invalid';

/** The picture of a shared link whose page has none of its own (frontend/public). */
export const SHARE_PICTURE = {
  path: '/share.png',
  width: 1200,
  height: 630,
  alt: `${PRODUCT}: describe what you want to learn, and read the course that is written for you.`,
} as const;

/** Newest courses of the market, as Atom. */
export const FEED_PATH = '/market/feed.xml';
export const FEED_TITLE = `New courses on ${PRODUCT}`;

/** Pixels of a drawn picture of a course: for shared links and for feeds. */
export const SHARE_SHAPES = { wide: { width: 1200, height: 630 }, square: { width: 600, height: 600 } } as const;
export type ShareShape = keyof typeof SHARE_SHAPES;
