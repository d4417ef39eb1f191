import { useState } from 'react';
import Typography from '@mui/material/Typography';
import { INTERFACE_LANGUAGES, type InterfaceLanguage } from '#contract/translation/interface-languages.ts';
import { useHasTranslation } from '#frontend/lib/about.ts';
import { failureText } from '#frontend/lib/api-error.ts';
import { chooseLanguage, useTextLanguage } from '#frontend/lib/language.ts';
import { preferredLanguage } from '#frontend/lib/preferences/preferred-language.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { LanguageSelector } from '#frontend/ui/fields/language-selector.tsx';

/** Selects the language of a visitor: stored in this browser, and in the account they create. */
export default function VisitorLanguage() {
  const shown = useTextLanguage();
  const [isBusy, setBusy] = useState(false);
  return (
    <>
      <LanguageSelector
        variant="compact"
        value={shown}
        isBusy={isBusy}
        isVisitor
        onChoose={(language) => {
          setBusy(true);
          chooseLanguage(language)
            .catch((error: unknown) => toast('error', failureText(error, t('Failed to change language'))))
            .finally(() => setBusy(false));
        }}
      />
      <WhyEnglish />
    </>
  );
}

/** Tells a visitor why the page is not in their browser's language. */
function WhyEnglish() {
  const shown = useTextLanguage();
  const hasTranslation = useHasTranslation();
  const wanted = preferredLanguage();
  if (wanted === shown || !Object.hasOwn(INTERFACE_LANGUAGES, wanted)) return null;
  const language = INTERFACE_LANGUAGES[wanted as InterfaceLanguage];
  return (
    <Typography variant="body2" color="textSecondary" role="status">
      {hasTranslation
        ? t('{language}: the texts are translated after you sign in.', { language })
        : t('{language} needs a translation service, and this installation has none.', { language })}
    </Typography>
  );
}
