import { getAccessibilityPreferences } from './accessibility-preferences.ts';

/** Whether the user disabled animations, here or in the system settings. Call it when needed: the answer can change at any time. */
export const wantsReducedMotion = (): boolean =>
  getAccessibilityPreferences().reduced_motion || matchMedia('(prefers-reduced-motion: reduce)').matches;
