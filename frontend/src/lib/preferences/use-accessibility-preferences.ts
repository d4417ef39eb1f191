import { useSyncExternalStore } from 'react';
import { getAccessibilityPreferences, subscribeToAccessibilityPreferences, type Aids } from './accessibility-preferences.ts';

/** The current accessibility preferences. */
export const useAccessibilityPreferences = (): Aids =>
  useSyncExternalStore(subscribeToAccessibilityPreferences, getAccessibilityPreferences);
