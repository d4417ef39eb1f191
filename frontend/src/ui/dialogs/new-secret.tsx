import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { copyText } from '#frontend/lib/copy-text.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';

interface NewSecretProps {
  readonly secret: string;
  /** What has happened, and that the secret is shown only once. */
  readonly said: string;
  readonly label: string;
  readonly helper: string;
  /** Caption of the copy button. */
  readonly copy: string;
  readonly onKept: () => void;
}

/** Shows a secret once; no other screen shows it. */
export function NewSecret({ secret, said, label, helper, copy, onKept }: NewSecretProps) {
  return (
    <>
      <Alert severity="success" tabIndex={-1} ref={focusOnMount}>
        {said}
      </Alert>
      <TextField label={label} readOnly isSource value={secret} helper={helper} />
      <ActionRow>
        <Button variant="contained" onClick={() => copyText(secret)}>
          {copy}
        </Button>
        <Button color="inherit" onClick={onKept}>
          {t('I have saved it')}
        </Button>
      </ActionRow>
    </>
  );
}
