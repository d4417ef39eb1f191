import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useColorScheme } from '@mui/material/styles';
import { writeStoredChoice, readStoredChoice } from '#frontend/lib/drafts/persisted-choice.ts';

/** The schemes without increased contrast. */
export type PlainScheme = 'light' | 'dark' | 'system';
export const PLAIN_SCHEMES: readonly PlainScheme[] = ['light', 'dark', 'system'];
export type SchemeChoice = PlainScheme | 'contrast';
export const SCHEME_CHOICES: readonly SchemeChoice[] = ['light', 'dark', 'contrast', 'system'];

/** MUI's key for the mode in local storage; absent before the first choice. */
const STORED_MODE = 'mui-mode';
/** The scheme before high contrast, restored when that is switched off. */
const STORED_PLAIN = 'plain-scheme';

const keptPlain = (): PlainScheme => PLAIN_SCHEMES.find((name) => name === readStoredChoice(STORED_PLAIN)) ?? 'light';

/** Under high contrast, a change of the plain scheme does not reach MUI's listeners, so components that show it subscribe here. */
const listeners = new Set<() => void>();
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

interface Scheme {
  readonly choice: SchemeChoice;
  /** The scheme that applies when high contrast is off. */
  readonly plain: PlainScheme;
  readonly choose: (choice: SchemeChoice) => void;
  /** Sets both parts, as the settings store them. */
  readonly apply: (plain: PlainScheme, isContrast: boolean) => void;
}

/**
 * The chosen scheme and its setter. High contrast is the light mode with the contrast palette; `system` follows the system's light or dark mode.
 */
export function useSchemeChoice(): Scheme {
  const { mode, lightColorScheme, setMode, setColorScheme } = useColorScheme();
  const isContrast = mode === 'light' && lightColorScheme === 'contrast';
  const choice = isContrast ? 'contrast' : (mode ?? 'light');
  const kept = useSyncExternalStore(subscribe, keptPlain);
  const plain = choice === 'contrast' ? kept : choice;
  const apply = (next: PlainScheme, isWithContrast: boolean) => {
    writeStoredChoice(STORED_PLAIN, next);
    setColorScheme({ light: isWithContrast ? 'contrast' : 'light', dark: 'dark' });
    setMode(isWithContrast ? 'light' : next);
    for (const listener of listeners) listener();
  };
  return { choice, plain, apply, choose: (next) => (next === 'contrast' ? apply(plain, true) : apply(next, false)) };
}

function isContrastAskedFor(): boolean {
  try {
    return localStorage.getItem(STORED_MODE) === null && matchMedia('(prefers-contrast: more)').matches;
  } catch {
    return false;
  }
}

/** On the first visit with `prefers-contrast: more`, applies the contrast scheme until the user chooses another. */
export function useContrastOnFirstVisit(): void {
  const { choose } = useSchemeChoice();
  const isDecided = useRef(false);
  useEffect(() => {
    if (isDecided.current) return;
    isDecided.current = true;
    if (isContrastAskedFor()) choose('contrast');
  }, [choose]);
}
