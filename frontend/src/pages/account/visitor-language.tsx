import { useState } from 'react';
import { chooseLanguage, useTextLanguage } from '#frontend/lib/language.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { LanguageSelector } from '#frontend/ui/fields/language-selector.tsx';

/** Selects the language of a visitor: stored in this browser, and in the account they create. */
export default function VisitorLanguage() {
  const shown = useTextLanguage();
  const [isBusy, setBusy] = useState(false);
  return (
    <LanguageSelector
      variant="compact"
      value={shown}
      isBusy={isBusy}
      isReadyOnly
      onChoose={(language) => {
        setBusy(true);
        chooseLanguage(language)
          .catch(() => toast('error', t('Failed to change language')))
          .finally(() => setBusy(false));
      }}
    />
  );
}
