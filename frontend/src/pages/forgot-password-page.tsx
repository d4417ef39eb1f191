import { useEffect } from 'react';
import { PRODUCT } from '#contract/product.ts';
import { ForgotPasswordForm } from '#frontend/features/identity/forgot-password-form.tsx';
import { t } from '#frontend/lib/text.ts';
import { PublicFrame } from '#frontend/ui/public-frame.tsx';

export default function ForgotPasswordPage() {
  useEffect(() => {
    document.title = `${t('Forgot your password?')} · ${PRODUCT}`;
  }, []);
  return (
    <PublicFrame isNarrow>
      <ForgotPasswordForm />
    </PublicFrame>
  );
}
