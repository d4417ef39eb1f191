import { ChoiceField } from '#frontend/app/shell/choice-field.tsx';
import { PROFILE_BUTTON } from '#frontend/app/shell/profile-button-id.ts';
import { chooseLanguage, languageName, LANGUAGES, useTextLanguage, type Language } from '#frontend/lib/language.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';

/** The screens are made anew in the language; this menu goes with them, so the focus is put back on the button that opens it. */
async function choose(language: Language): Promise<void> {
  try {
    await chooseLanguage(language);
    toast('success', t('The interface is in {language} now.', { language: languageName(language) }), null, false);
    requestAnimationFrame(() => document.getElementById(PROFILE_BUTTON)?.focus());
  } catch {
    toast('error', t('The language could not be loaded.'));
  }
}

/** Which language the interface speaks (SHELL-01). Kept in this browser; courses have their own. */
export function LanguageField() {
  const shown = useTextLanguage();
  return (
    <ChoiceField
      name="language"
      legend={t('Language')}
      options={LANGUAGES}
      chosen={shown}
      onChoose={(language) => void choose(language)}
      captionOf={languageName}
      languageOf={(language) => (language === shown ? undefined : language)}
    />
  );
}
