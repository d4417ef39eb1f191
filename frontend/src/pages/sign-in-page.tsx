import { useEffect } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { PRODUCT } from '#contract/product.ts';
import { SignInForm } from '#frontend/features/identity/sign-in-form.tsx';
import { t } from '#frontend/lib/text.ts';
import { PublicFrame } from '#frontend/ui/public-frame.tsx';

/** Sign-in and create-account, told apart by the address. */
export default function SignInPage() {
  const { mode, next } = useSearch({ from: '/sign-in' });
  const navigate = useNavigate();
  const isCreating = mode === 'create';
  useEffect(() => {
    document.title = `${isCreating ? t('Create account') : t('Sign in')} · ${PRODUCT}`;
  }, [isCreating]);
  return (
    <PublicFrame isNarrow>
      <SignInForm
        key={String(isCreating)}
        isCreating={isCreating}
        onToggle={() => void navigate({ to: '/sign-in', search: { mode: isCreating ? undefined : 'create', next }, replace: true })}
        onBack={() => void navigate({ to: '/' })}
        onEntered={() => void navigate({ to: next ?? '/create', replace: true })}
      />
    </PublicFrame>
  );
}
