import { coverArt } from '#contract/courses/cover-art/cover-art.ts';
import { COVER_HEIGHT, COVER_WIDTH } from '#contract/courses/cover-art/draw.ts';

/** The drawn cover of a course as an address, for elements that take a picture by its address only. */
export const coverAddress = (title: string): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${COVER_WIDTH} ${COVER_HEIGHT}" preserveAspectRatio="xMidYMid slice">${coverArt({ title })}</svg>`,
  )}`;
