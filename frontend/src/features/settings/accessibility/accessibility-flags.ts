import type { Settings } from '#contract/settings/settings.contract.ts';
import { chooseAids } from '#frontend/lib/preferences/accessibility-preferences.ts';
import { useAids } from '#frontend/lib/preferences/use-accessibility-preferences.ts';
import { useSchemeChoice } from '#frontend/theme/scheme-choice.ts';

/** The five flags (A11Y-01), spelt as the server spells them. */
export type AccessibilityFlags = Settings['accessibility'];

/** What this browser wears now, and the way to wear something else. High contrast is one of the schemes, so it is kept with them. */
export function useWornFlags(): { flags: AccessibilityFlags; wear: (flags: AccessibilityFlags) => void } {
  const { choice, plain, wear } = useSchemeChoice();
  const aids = useAids();
  const isContrast = choice === 'contrast';
  return {
    flags: { ...aids, high_contrast: isContrast },
    wear: ({ high_contrast: isWished, ...others }) => {
      if (isWished !== isContrast) wear(plain, isWished);
      chooseAids(others);
    },
  };
}
