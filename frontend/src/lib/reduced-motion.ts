/** Whether this person asked for nothing to move by itself. Read when it matters: it can change at any time. */
export const wantsReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
