import { useSyncExternalStore } from 'react';
import { getAids, subscribeToAids, type Aids } from './accessibility-preferences.ts';

/** The current accessibility preferences. */
export const useAids = (): Aids => useSyncExternalStore(subscribeToAids, getAids);
