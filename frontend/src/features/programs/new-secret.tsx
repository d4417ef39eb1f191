import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';

interface NewSecretProps {
  readonly secret: string;
  /** What has happened, and that it is shown once. */
  readonly said: string;
  readonly label: string;
  readonly helper: string;
  /** Caption of the button that copies it. */
  readonly copy: string;
  readonly onKept: () => void;
}

/** A secret, once: nothing else shows it. */
export function NewSecret({ secret, said, label, helper, copy, onKept }: NewSecretProps) {
  const copyIt = () =>
    void navigator.clipboard.writeText(secret).then(
      () => toast('success', t('Copied')),
      () => toast('error', t('It could not be copied. Please select and copy it yourself.')),
    );
  return (
    <>
      <Alert severity="success" tabIndex={-1} ref={focusOnMount}>
        {said}
      </Alert>
      <TextField label={label} readOnly isSource value={secret} helper={helper} />
      <ActionRow>
        <Button variant="contained" onClick={copyIt}>
          {copy}
        </Button>
        <Button color="inherit" onClick={onKept}>
          {t('I have kept it')}
        </Button>
      </ActionRow>
    </>
  );
}
