import { useEffect, useEffectEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { DEFAULT_SETTINGS, type Settings } from '#contract/settings/settings.contract.ts';
import { chooseLanguage, textLanguage, type Language } from '#frontend/lib/language.ts';
import { storePushWanted } from '#frontend/lib/push-choice.ts';
import { storeQuietHours } from '#frontend/lib/preferences/quiet-hours.ts';
import { areSettingsApplied, recordApplied } from '#frontend/lib/preferences/applied-settings.ts';
import { useSchemeChoice } from '#frontend/theme/scheme-choice.ts';
import { useAppliedFlags } from './accessibility/accessibility-flags.ts';
import { interfaceLanguageOf, schemeOf } from './preferences/setting-words.ts';
import { settings } from './settings-queries.ts';

/**
 * Once after a sign-in, applies the settings saved on another device. If a setting has its default there, this browser keeps its own value,
 * because the user may never have chosen it.
 */
export function ApplyStoredSettings({ userId }: { readonly userId: string }) {
  const { data } = useQuery({ ...settings(userId), queryKey: ['settings-to-apply', userId], enabled: !areSettingsApplied(userId) });
  const scheme = useSchemeChoice();
  const applied = useAppliedFlags();
  const apply = useEffectEvent((stored: Settings): void => {
    recordApplied(userId);
    storePushWanted(stored.notifications.push);
    storeQuietHours(stored.quiet_hours);
    const { high_contrast, ...others } = stored.accessibility;
    const flags = Object.entries(others).filter(([name, flag]) => flag !== DEFAULT_SETTINGS.accessibility[name as keyof typeof others]);
    applied.apply({ ...applied.flags, ...Object.fromEntries(flags) });
    const isThemeChosen = stored.theme !== DEFAULT_SETTINGS.theme;
    if (isThemeChosen || high_contrast) {
      scheme.apply(isThemeChosen ? schemeOf(stored.theme) : scheme.plain, high_contrast || scheme.choice === 'contrast');
    }
    const chosen =
      stored.interface_language ?? (stored.language === DEFAULT_SETTINGS.language ? null : interfaceLanguageOf(stored.language));
    if (chosen !== null && chosen !== textLanguage()) void chooseLanguage(chosen as Language).catch(() => undefined);
  });
  useEffect(() => {
    if (data && !areSettingsApplied(userId)) apply(data);
  }, [data, userId]);
  return null;
}
