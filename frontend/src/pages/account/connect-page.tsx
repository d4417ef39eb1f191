import { useEffect } from 'react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { PRODUCT } from '#contract/product.ts';
import { ConsentForm } from '#frontend/features/identity/keys/consent-form.tsx';
import { signOut, useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { PublicFrame } from '#frontend/ui/public-frame.tsx';

/** The page to which an app sends a user to sign in by OAuth. */
export default function ConnectPage() {
  const { uid } = useParams({ from: '/connect/$uid' });
  const { email } = useUser();
  const navigate = useNavigate();
  useEffect(() => {
    document.title = `${t('Connected an app')} · ${PRODUCT}`;
  }, []);
  return (
    <PublicFrame isNarrow>
      <ConsentForm
        uid={uid}
        email={email}
        onDecided={(location) => window.location.assign(location)}
        onOtherAccount={() => void signOut().then(() => navigate({ to: '/sign-in', search: { next: `/connect/${uid}` }, replace: true }))}
      />
    </PublicFrame>
  );
}
