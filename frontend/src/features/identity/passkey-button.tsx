import Button from '@mui/material/Button';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { signInWithPasskey } from './sign-in.ts';
import { canUsePasskeys } from './security/passkeys.ts';

interface PasskeyButtonProps {
  readonly onEntered: () => void;
  /** Receives the sentence to show. */
  readonly onRefused: (text: string) => void;
}

/** Signs in without a password, where the browser supports passkeys. */
export function PasskeyButton({ onEntered, onRefused }: PasskeyButtonProps) {
  const enter = useAction({
    mutationFn: signInWithPasskey,
    onSuccess: (refusal) => (refusal === null ? onEntered() : onRefused(refusal.text)),
  });
  if (!canUsePasskeys()) return null;
  return (
    <Button variant="outlined" color="inherit" aria-busy={enter.isPending} onClick={() => enter.mutate()}>
      {t('Sign in with a passkey')}
    </Button>
  );
}
