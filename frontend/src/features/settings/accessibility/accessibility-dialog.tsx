import { useState } from 'react';
import Typography from '@mui/material/Typography';
import { saveSettings } from '#contract/settings/settings.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { FormActions, FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { useAppliedFlags, type AccessibilityFlags } from './accessibility-flags.ts';
import { FlagFields } from './flag-fields.tsx';

interface AccessibilityDialogProps {
  readonly userId: string;
  readonly onClose: () => void;
}

/** 'Accessibility Settings' (A11Y-01, A11Y-02). Applied at once in this browser, also offline; the server stores them for other devices. */
export function AccessibilityDialog({ userId, onClose }: AccessibilityDialogProps) {
  const { flags, apply: applyFlags } = useAppliedFlags();
  const [wished, setWished] = useState(flags);
  const save = useAction({
    mutationFn: (accessibility: AccessibilityFlags) => call(saveSettings, { body: { user_id: userId, accessibility } }),
    onSuccess: () => toast('success', t('Accessibility settings applied')),
    onError: () => toast('warning', t('Accessibility settings applied in this browser. They could not be saved for your other devices.')),
  });
  const apply = () => {
    applyFlags(wished);
    save.mutate(wished);
    onClose();
  };
  return (
    <FormDialog
      title={t('Accessibility Settings')}
      onClose={onClose}
      onSubmit={apply}
      actions={<FormActions label={t('Apply')} onClose={onClose} />}
    >
      <Typography variant="body2" color="textSecondary" sx={{ marginBlockEnd: 1 }}>
        {t('They apply in this browser at once, and on other devices when you sign in there.')}
      </Typography>
      <FlagFields flags={wished} onChange={setWished} />
    </FormDialog>
  );
}
