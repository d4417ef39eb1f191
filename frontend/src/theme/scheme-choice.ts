import { useEffect, useRef } from 'react';
import { useColorScheme } from '@mui/material/styles';

export type SchemeChoice = 'light' | 'dark' | 'contrast' | 'system';
export const SCHEME_CHOICES: readonly SchemeChoice[] = ['light', 'dark', 'contrast', 'system'];

/** Where MUI keeps the mode in local storage; absent before the first choice. */
const STORED_MODE = 'mui-mode';

/**
 * The scheme the reader chose, and the way to choose. High contrast is the light mode wearing the contrast palette; `system`
 * follows the machine's light or dark.
 */
export function useSchemeChoice(): { choice: SchemeChoice; choose: (choice: SchemeChoice) => void } {
  const { mode, lightColorScheme, setMode, setColorScheme } = useColorScheme();
  const isContrast = mode === 'light' && lightColorScheme === 'contrast';
  return {
    choice: isContrast ? 'contrast' : (mode ?? 'system'),
    choose(choice) {
      setColorScheme({ light: choice === 'contrast' ? 'contrast' : 'light', dark: 'dark' });
      setMode(choice === 'contrast' ? 'light' : choice);
    },
  };
}

function isContrastAskedFor(): boolean {
  try {
    return localStorage.getItem(STORED_MODE) === null && matchMedia('(prefers-contrast: more)').matches;
  } catch {
    return false;
  }
}

/** On the first visit of somebody whose machine asks for more contrast: the contrast scheme, until they choose another. */
export function useContrastOnFirstVisit(): void {
  const { choose } = useSchemeChoice();
  const isDecided = useRef(false);
  useEffect(() => {
    if (isDecided.current) return;
    isDecided.current = true;
    if (isContrastAskedFor()) choose('contrast');
  }, [choose]);
}
