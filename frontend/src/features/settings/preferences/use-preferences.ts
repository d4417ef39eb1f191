import { useState } from 'react';
import { saveSettings, type Settings } from '#contract/settings/settings.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { failureText } from '#frontend/lib/api-error.ts';
import { chooseLanguage, textLanguage, type Language } from '#frontend/lib/language.ts';
import { focusHeading } from '#frontend/lib/navigation.ts';
import { storeQuietHours } from '#frontend/lib/preferences/quiet-hours.ts';
import { ownTimeZone } from '#frontend/lib/own-time-zone.ts';
import { isPushWanted, storePushWanted } from '#frontend/lib/push-choice.ts';
import { getSession, refreshUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { useSchemeChoice, type PlainScheme } from '#frontend/theme/scheme-choice.ts';
import { useAppliedFlags, type AccessibilityFlags } from '../accessibility/accessibility-flags.ts';
import { settingOf, themeOf } from './setting-words.ts';

/** How long the 'saved' message waits for the new language. */
const MOST_WAITED_MS = 1_000;

/** Settings that only this page has until they are saved. Appearance and accessibility apply at once and are stored in this browser. */
export interface Draft {
  readonly interface_language: Language;
  readonly notifications: Pick<Settings['notifications'], 'email' | 'push' | 'course_reminders'>;
  readonly privacy: Pick<Settings['privacy'], 'data_sharing' | 'marketing_consent' | 'operator_rewrites'>;
  readonly quiet_hours: Settings['quiet_hours'];
  readonly reminder_time: Settings['reminder_time'];
  readonly opens_on: Settings['opens_on'];
}

/** The server's settings, overridden by choices stored in this browser. */
const draftOf = ({ notifications, privacy, quiet_hours, reminder_time, opens_on }: Settings): Draft => ({
  interface_language: textLanguage(),
  notifications: {
    email: notifications.email,
    push: notifications.push && isPushWanted(),
    course_reminders: notifications.course_reminders,
  },
  privacy: {
    data_sharing: privacy.data_sharing,
    marketing_consent: privacy.marketing_consent,
    operator_rewrites: privacy.operator_rewrites,
  },
  quiet_hours,
  reminder_time,
  opens_on,
});

export interface Preferences {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly scheme: PlainScheme;
  readonly chooseScheme: (scheme: PlainScheme) => void;
  readonly flags: AccessibilityFlags;
  readonly chooseFlags: (flags: AccessibilityFlags) => void;
  /** Whether something differs from the last saved state. */
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly error: Error | null;
  readonly save: () => void;
}

/** The state of the settings page, with one function that saves everything (G51). */
export function usePreferences(userId: string, stored: Settings): Preferences {
  const { choice, plain: scheme, apply: applyScheme } = useSchemeChoice();
  const { flags, apply: applyFlags } = useAppliedFlags();
  const [draft, setDraft] = useState(() => draftOf(stored));
  const values = { ...draft, theme: themeOf(scheme), accessibility: flags, time_zone: ownTimeZone() };
  const now = JSON.stringify(values);
  const [saved, setSaved] = useState(now);
  const saving = useAction({
    mutationFn: (body: typeof values) => {
      const language = settingOf(body.interface_language);
      return call(saveSettings, { body: { user_id: userId, ...body, ...(language && { language }) } });
    },
    onSuccess: async (_, body) => {
      setSaved(JSON.stringify(body));
      storePushWanted(body.notifications.push);
      storeQuietHours(body.quiet_hours);
      // the session's record contains the screen to open on
      if (body.opens_on !== (getSession().user?.opens_on ?? null)) void refreshUser();
      const spoken = speak(body.interface_language);
      // in the new language, unless its texts do not exist yet: translating them takes a minute
      await Promise.race([spoken, new Promise((resolve) => setTimeout(resolve, MOST_WAITED_MS))]);
      toast('success', t('All settings have been saved successfully!'));
      if (!(await spoken)) toast('error', t('Failed to change language'));
    },
    onError: (error) => toast('error', failureText(error, t('Failed to save settings'))),
  });
  return {
    draft,
    change: (part) => setDraft({ ...draft, ...part }),
    scheme,
    chooseScheme: (next) => applyScheme(next, choice === 'contrast'),
    flags,
    chooseFlags: applyFlags,
    isDirty: now !== saved,
    isSaving: saving.isPending,
    error: saving.error,
    save: () => saving.mutate(values),
  };
}

/** Switches the interface language if it changed, which re-renders all screens. False if its texts failed to load. */
async function speak(language: Language): Promise<boolean> {
  if (language === textLanguage()) return true;
  try {
    await chooseLanguage(language);
    requestAnimationFrame(focusHeading);
    return true;
  } catch {
    return false;
  }
}
