import { useState } from 'react';
import Typography from '@mui/material/Typography';
import type { InterfaceLanguage } from '#contract/translation/interface-languages.ts';
import { PROFILE_BUTTON } from '#frontend/app/shell/profile-button-id.ts';
import { chooseLanguage, isMachineTranslated, useTextLanguage } from '#frontend/lib/language.ts';
import { saveReaderLanguage } from '#frontend/lib/preferences/readers-language.ts';
import { getSession } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { DialogLink } from '#frontend/ui/dialogs/dialog-link.tsx';
import { LanguageSelector } from '#frontend/ui/fields/language-selector.tsx';

/** Changing the language remounts all screens, including this menu, so the focus moves to the button that opens it. */
async function choose(language: InterfaceLanguage): Promise<void> {
  try {
    await chooseLanguage(language);
    const { user } = getSession();
    if (user) saveReaderLanguage(user.user_id, language);
    toast('success', t('Language changed successfully!'), null, false);
    requestAnimationFrame(() => document.getElementById(PROFILE_BUTTON)?.focus());
  } catch {
    toast('error', t('Failed to change language'));
  }
}

/** Selects the interface language (SHELL-01). Stored in this browser, and in the account for mails; courses have their own language. */
export function LanguageField({ onClose }: { readonly onClose: () => void }) {
  const shown = useTextLanguage();
  const [wanted, setWanted] = useState<InterfaceLanguage | null>(null);
  return (
    <div>
      <Typography component="h3" sx={{ fontWeight: 600, marginBlockEnd: 0.5 }}>
        {t('Language')}
      </Typography>
      <LanguageSelector
        variant="compact"
        value={shown}
        isBusy={wanted !== null}
        onChoose={(language) => {
          setWanted(language);
          void choose(language).finally(() => setWanted(null));
        }}
      />
      <Typography variant="body2" color="textSecondary" role="status" sx={{ marginBlockStart: 1 }}>
        {wanted !== null && t('The texts are loading. A language used for the first time takes a minute or two.')}
      </Typography>
      {isMachineTranslated() && (
        <DialogLink dialog="translation" color="inherit" onClick={onClose}>
          {t('Translated by machine: propose better')}
        </DialogLink>
      )}
    </div>
  );
}
