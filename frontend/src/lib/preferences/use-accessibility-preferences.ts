import { useSyncExternalStore } from 'react';
import {
  getAccessibilityPreferences,
  subscribeToAccessibilityPreferences,
  type AccessibilityPreferences,
} from './accessibility-preferences.ts';

/** The current accessibility preferences. */
export const useAccessibilityPreferences = (): AccessibilityPreferences =>
  useSyncExternalStore(subscribeToAccessibilityPreferences, getAccessibilityPreferences);
