import { useEffect, useRef } from 'react';
import Button from '@mui/material/Button';
import { t } from '#frontend/lib/text.ts';
import { AskDialog } from '#frontend/ui/dialogs/ask-dialog.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';

interface VideoLinkDialogProps {
  readonly address: string;
  readonly onClose: () => void;
}

/** Shows the link to a clip, already selected, if the browser did not copy it. */
export default function VideoLinkDialog({ address, onClose }: VideoLinkDialogProps) {
  const field = useRef<HTMLInputElement | HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <AskDialog
      title={t('Link to the video')}
      onClose={onClose}
      actions={
        <Button variant="outlined" color="inherit" onClick={onClose}>
          {t('Close')}
        </Button>
      }
    >
      <p>{t('The browser did not allow copying. The link works for 24 hours for anyone who has it.')}</p>
      <div dir="ltr" style={{ marginBlockStart: 16 }}>
        <TextField label={t('Link to the video')} readOnly value={address} ref={field} />
      </div>
    </AskDialog>
  );
}
