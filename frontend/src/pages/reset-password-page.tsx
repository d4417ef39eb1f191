import { useEffect } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { PRODUCT } from '#contract/product.ts';
import { ResetPasswordForm } from '#frontend/features/identity/reset-password-form.tsx';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { clearSession } from '#frontend/lib/session/token-store.ts';
import { PublicFrame } from '#frontend/ui/public-frame.tsx';

/** The target of a password reset link. */
export default function ResetPasswordPage() {
  const { token } = useSearch({ from: '/reset-password' });
  const navigate = useNavigate();
  useEffect(() => {
    document.title = `${t('Choose a new password')} · ${PRODUCT}`;
  }, []);
  const enter = async () => {
    // the server may also have ended the session stored here
    clearSession(true);
    toast('success', t('The password is changed. Please sign in.'));
    await navigate({ to: '/sign-in', replace: true });
  };
  return (
    <PublicFrame isNarrow>
      <ResetPasswordForm token={token ?? ''} onDone={() => void enter()} />
    </PublicFrame>
  );
}
