import { useMemo, useState } from 'react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { OrganisationReturn } from '#frontend/features/identity/organisation/organisation-return.tsx';
import { SignInTest } from '#frontend/features/organisations/sign-in/sign-in-test.tsx';
import { ReadTerms } from '#frontend/features/legal/read-terms.tsx';
import { openingAddress } from '#frontend/lib/preferences/opening-place.ts';
import { getSession } from '#frontend/lib/session/session.ts';
import { PublicFrame } from '#frontend/ui/public-frame.tsx';

/** The page to which an organisation's identity provider redirects users, also for a Test. */
export default function OrganisationReturnPage() {
  const { connectionId } = useParams({ from: '/sign-in/organisation/$connectionId' });
  const answer = useMemo(() => new URLSearchParams(window.location.search), []);
  const [test, setTest] = useState<string | null>(null);
  const navigate = useNavigate();
  return (
    <PublicFrame isNarrow>
      {test === null ? (
        <OrganisationReturn
          connectionId={connectionId}
          answer={answer}
          terms={<ReadTerms />}
          onTest={setTest}
          onEntered={(next) => void navigate({ to: next ?? openingAddress(getSession().user), replace: true })}
        />
      ) : (
        <SignInTest arrival={test} />
      )}
    </PublicFrame>
  );
}
