import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import '#frontend/features/legal/legal.css';
import { LegalText } from '#frontend/features/legal/legal-text.tsx';
import { termsPage } from '#frontend/features/legal/terms.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { SchemeColours } from '#frontend/theme/scheme-colours.tsx';
import { useDialogClose } from '#frontend/ui/dialogs/close-dialog.ts';

/** The terms over whatever is on screen, which stays as it is (HELP-03). */
export default function TermsDialog({ onClose }: { readonly onClose: () => void }) {
  const { title, updated, opening, sections } = termsPage('/plans');
  const close = useDialogClose(onClose);
  const acknowledge = () => {
    toast('success', t('Terms acknowledged'));
    onClose();
  };
  return (
    <Dialog open onClose={close} maxWidth="md" aria-labelledby="terms-title">
      <SchemeColours />
      {/* the terms are English in every language of the interface */}
      <DialogTitle id="terms-title" component="h2" lang="en" dir="ltr">
        {title}
      </DialogTitle>
      {/* focusable, so that it can be scrolled with the keys */}
      <DialogContent tabIndex={0}>
        <p className="lg-updated">{t('Last updated {date}', { date: updated })}</p>
        <div className="lg-text" lang="en" dir="ltr">
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
