import Button from '@mui/material/Button';
import { sendVerification } from '#contract/identity/account.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';

interface VerificationMailProps {
  readonly onSent?: () => void;
  /** Path of the page that the link leads back to. */
  readonly next?: string;
}

/** Sends the mail with the verification link again, and says whether that worked. */
export function VerificationMail({ onSent, next }: VerificationMailProps) {
  const send = useAction({ mutationFn: () => call(sendVerification, { body: { next } }), onSuccess: () => onSent?.() });
  const message = send.error
    ? ({ kind: 'error', text: errorText(send.error, t('The link could not be sent.')) } as const)
    : send.data && ({ kind: 'info', text: send.data.message } as const);
  return (
    <>
      <Button variant="outlined" color="inherit" aria-busy={send.isPending} onClick={() => send.mutate()}>
        {t('Send the link again')}
      </Button>
      <FormMessage message={message ?? null} />
    </>
  );
}
