import { useCloseDialog, type PersonalDialog } from '#frontend/lib/dialog-address.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { AccessibilityDialog } from './accessibility/accessibility-dialog.tsx';
import { BioDialog } from './profile/bio-dialog.tsx';
import { TranslationDialog } from './translation/translation-dialog.tsx';
import { HelpDialog } from './help/help-dialog.tsx';

/** The dialog of the profile menu named in the URL, over the current screen. */
export default function PersonalDialogs({ dialog }: { readonly dialog: PersonalDialog }) {
  const { user_id: userId } = useUser();
  const close = useCloseDialog();
  switch (dialog) {
    case 'bio':
      return <BioDialog key={userId} userId={userId} onClose={close} />;
    case 'accessibility':
      return <AccessibilityDialog userId={userId} onClose={close} />;
    case 'help':
      return <HelpDialog onClose={close} />;
    case 'translation':
      return <TranslationDialog onClose={close} />;
  }
}
