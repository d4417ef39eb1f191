import { lazy, Suspense, useEffect } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { PRODUCT } from '#contract/product.ts';
import { AskSilently } from '#frontend/features/identity/organisation/ask-silently.tsx';
import { providers } from '#frontend/features/identity/providers/provider-queries.ts';
import { SignInForm } from '#frontend/features/identity/sign-in-form.tsx';
import { openingAddress } from '#frontend/lib/preferences/opening-place.ts';
import { getSession } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { ReadTerms } from '#frontend/features/legal/read-terms.tsx';
import DrawnCover from '#frontend/ui/drawn-cover.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { PublicFrame } from '#frontend/ui/public-frame.tsx';

const VisitorLanguage = lazy(() => import('./account/visitor-language.tsx'));
const AssistantCorner = lazy(() => import('#frontend/features/marketing/assistant/assistant-corner.tsx'));

/** Sign-in and create-account, distinguished by the URL. */
export default function SignInPage() {
  const { mode, next } = useSearch({ from: '/sign-in' });
  const navigate = useNavigate();
  const isCreating = mode === 'create';
  const { data: offered } = useQuery(providers());
  useEffect(() => {
    document.title = `${isCreating ? t('Create account') : t('Sign in')} · ${PRODUCT}`;
  }, [isCreating]);
  return (
    <PublicFrame
      isNarrow
      cover={<DrawnCover title="Reading the night sky" />}
      aside={
        <Suspense>
          <VisitorLanguage />
        </Suspense>
      }
    >
      <AskSilently next={next}>
        <SignInForm
          key={String(isCreating)}
          isCreating={isCreating}
          onToggle={() => void navigate({ to: '/sign-in', search: { mode: isCreating ? undefined : 'create', next }, replace: true })}
          onBack={() => void navigate({ to: '/' })}
          lostPassword={<TextLink to="/forgot-password">{t('Forgot your password?')}</TextLink>}
          terms={<ReadTerms />}
          {...(offered && { providers: offered })}
          next={next}
          onEntered={() => void navigate({ to: next ?? openingAddress(getSession().user), replace: true })}
        />
      </AskSilently>
      <Suspense>
        <AssistantCorner />
      </Suspense>
    </PublicFrame>
  );
}
