import { useMemo } from 'react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { PROVIDERS } from '#contract/identity/providers.contract.ts';
import { ProviderReturn } from '#frontend/features/identity/providers/provider-return.tsx';
import NotFoundPage from '#frontend/pages/not-found-page.tsx';
import { openingAddress } from '#frontend/lib/preferences/opening-place.ts';
import { getSession } from '#frontend/lib/session/session.ts';
import { PublicFrame } from '#frontend/ui/public-frame.tsx';

/** The page to which Google and Apple redirect users back. */
export default function ProviderPage() {
  const { provider: named } = useParams({ from: '/sign-in/$provider' });
  const answer = useMemo(() => new URLSearchParams(window.location.search), []);
  const navigate = useNavigate();
  const provider = PROVIDERS.find((known) => known === named);
  if (!provider) return <NotFoundPage />;
  return (
    <PublicFrame isNarrow>
      <ProviderReturn
        provider={provider}
        answer={answer}
        onEntered={() => void navigate({ to: openingAddress(getSession().user), replace: true })}
        onLinked={() => void navigate({ to: '/account', replace: true })}
      />
    </PublicFrame>
  );
}
