import { useEffect } from 'react';
import { useSearch } from '@tanstack/react-router';
import { PRODUCT } from '#contract/product.ts';
import { VerifyEmailNote } from '#frontend/features/identity/verify-email-note.tsx';
import { useSession } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { PublicFrame } from '#frontend/ui/public-frame.tsx';

/** The target of an email verification link. */
export default function VerifyEmailPage() {
  const { token, next } = useSearch({ from: '/verify-email' });
  const { user } = useSession();
  useEffect(() => {
    document.title = `${t('Verify your email address')} · ${PRODUCT}`;
  }, []);
  return (
    <PublicFrame isNarrow>
      <VerifyEmailNote token={token ?? ''} next={next} userId={user?.user_id ?? null} />
    </PublicFrame>
  );
}
