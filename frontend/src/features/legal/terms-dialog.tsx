import { useState } from 'react';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import '#frontend/features/legal/legal.css';
import { LegalText } from '#frontend/features/legal/legal-text.tsx';
import { termsPage } from '#frontend/features/legal/terms.ts';
import { textDirection, useTextLanguage } from '#frontend/lib/language.ts';
import { dayIn } from '#frontend/lib/served-dates.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { SchemeColours } from '#frontend/theme/scheme-colours.tsx';
import { useDialogClose } from '#frontend/ui/dialogs/close-dialog.ts';
import { loadLegalWords, translatorFor } from './legal-words.ts';
import { pageIn } from './translated-page.ts';

const TERMS = termsPage('/plans');

/**
 * The terms in a dialog over the current screen, which stays as it is (HELP-03); translated for readers of other languages, with a switch to
 * English.
 */
export default function TermsDialog({ onClose }: { readonly onClose: () => void }) {
  const language = useTextLanguage();
  const [isEnglish, setEnglish] = useState(false);
  const { data: words } = useQuery({
    queryKey: ['legal-words', language],
    queryFn: () => loadLegalWords(language),
    enabled: language !== 'en',
    staleTime: Infinity,
    retry: false,
  });
  const close = useDialogClose(onClose);
  const acknowledge = () => {
    toast('success', t('Terms acknowledged'));
    onClose();
  };
  const isTranslated = words !== undefined && !isEnglish;
  const { title, updated, opening, sections } = isTranslated ? pageIn(TERMS, translatorFor(language, words)) : TERMS;
  const own = isTranslated ? { lang: language, dir: textDirection() } : ({ lang: 'en', dir: 'ltr' } as const);
  return (
    <Dialog open onClose={close} maxWidth="md" aria-labelledby="terms-title">
      <SchemeColours />
      <DialogTitle id="terms-title" component="h2" {...own}>
        {title}
      </DialogTitle>
      {/* focusable, so that it scrolls by keyboard */}
      <DialogContent tabIndex={0}>
        <p className="lg-updated">{t('Last updated {date}', { date: dayIn(updated, isTranslated ? language : undefined) })}</p>
        {words !== undefined && (
          <p className="lg-translation" role="note">
            {isTranslated && `${t('This translation is for your convenience. The English text is binding.')} `}
            <button type="button" onClick={() => setEnglish(!isEnglish)}>
              {isEnglish ? t('Read the translation') : t('Read the English text')}
            </button>
          </p>
        )}
        <div className="lg-text" {...own}>
          <LegalText opening={opening} sections={sections} isInDialog />
        </div>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={acknowledge}>
          {t('I Understand and Agree')}
        </Button>
        <Button color="inherit" onClick={onClose}>
          {t('Close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
