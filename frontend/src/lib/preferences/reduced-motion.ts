import { getAids } from './accessibility-preferences.ts';

/** Whether this person asked for nothing to move by itself, here or on their machine. Read when it matters: it can change at any time. */
export const wantsReducedMotion = (): boolean => getAids().reduced_motion || matchMedia('(prefers-reduced-motion: reduce)').matches;
