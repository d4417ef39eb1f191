import { useEffect } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { PRODUCT } from '#contract/product.ts';
import { JoinOrganisation, SignInToJoin } from '#frontend/features/organisations/join-organisation.tsx';
import { signOut, useSession } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { IncompleteLink } from '#frontend/ui/states/dead-link.tsx';
import { PublicFrame } from '#frontend/ui/public-frame.tsx';

/** The target of an invite link, signed in or not. */
export default function JoinOrganisationPage() {
  const { token } = useSearch({ from: '/organisation/join' });
  const navigate = useNavigate();
  const { user } = useSession();
  const here = `/organisation/join?token=${encodeURIComponent(token)}`;
  useEffect(() => {
    document.title = `${t('Join an organisation')} · ${PRODUCT}`;
  }, []);
  return (
    <PublicFrame isNarrow>
      {token === '' ? (
        <IncompleteLink />
      ) : user === null ? (
        <SignInToJoin next={here} />
      ) : (
        <JoinOrganisation
          userId={user.user_id}
          email={user.email}
          token={token}
          onJoined={({ name }) => {
            toast('success', t('You are a member of {name}', { name }));
            void navigate({ to: '/organisation', replace: true });
          }}
          onOtherAccount={() => void signOut().then(() => navigate({ to: '/sign-in', search: { next: here }, replace: true }))}
        />
      )}
    </PublicFrame>
  );
}
