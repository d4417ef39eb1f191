import { useSyncExternalStore } from 'react';
import { getAids, subscribeToAids, type Aids } from './accessibility-preferences.ts';

/** What somebody has chosen to help them, as it is now. */
export const useAids = (): Aids => useSyncExternalStore(subscribeToAids, getAids);
