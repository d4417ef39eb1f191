import type { Settings } from '#contract/settings/settings.contract.ts';
import { setAccessibilityPreferences } from '#frontend/lib/preferences/accessibility-preferences.ts';
import { useAccessibilityPreferences } from '#frontend/lib/preferences/use-accessibility-preferences.ts';
import { useSchemeChoice } from '#frontend/theme/scheme-choice.ts';

/** The flags (A11Y-01 and our own), with the server's names. */
export type AccessibilityFlags = Settings['accessibility'];

/** The flags applied in this browser, and the function to change them. High contrast is a scheme, so it is stored with the schemes. */
export function useAppliedFlags(): { flags: AccessibilityFlags; apply: (flags: AccessibilityFlags) => void } {
  const { choice, plain, apply } = useSchemeChoice();
  const aids = useAccessibilityPreferences();
  const isContrast = choice === 'contrast';
  return {
    flags: { ...aids, high_contrast: isContrast },
    apply: ({ high_contrast: isWished, ...others }) => {
      if (isWished !== isContrast) apply(plain, isWished);
      setAccessibilityPreferences(others);
    },
  };
}
