import { lazy, Suspense, useEffect } from 'react';
import { Outlet, useNavigate, useSearch } from '@tanstack/react-router';
import { useTerms } from '#frontend/app/use-terms.ts';
import { storeReturnedSession, useReturnedSession } from '#frontend/features/billing/payment-return/returned-session.ts';
import { useSession } from '#frontend/lib/session/session.ts';
import { ToastStack } from '#frontend/ui/toast-stack.tsx';

const TermsDialog = lazy(() => import('#frontend/features/legal/terms-dialog.tsx'));
const UpdateBar = lazy(() => import('#frontend/app/update-bar.tsx'));
const PaymentReturn = lazy(() => import('#frontend/features/billing/payment-return/payment-return.tsx'));

/** Removes the id of a returned payment from the URL, whatever the path (PAY-19). Returns it until its outcome was shown. */
function useReturnedPayment(): string | null {
  const { session_id: sessionId } = useSearch({ strict: false });
  const navigate = useNavigate();
  useEffect(() => {
    if (sessionId === undefined) return;
    storeReturnedSession(sessionId);
    void navigate({ to: '.', search: (old) => ({ ...old, session_id: undefined }), replace: true, resetScroll: false });
  }, [sessionId, navigate]);
  return useReturnedSession();
}

/** The frame of every screen, signed in or not. */
export function RootFrame() {
  const { user } = useSession();
  const returned = useReturnedPayment();
  const terms = useTerms();
  return (
    <>
      {user !== null && returned !== null && (
        <Suspense>
          <PaymentReturn key={returned} userId={user.user_id} sessionId={returned} />
        </Suspense>
      )}
      <Outlet />
      {terms.isOpen && (
        <Suspense>
          <TermsDialog onClose={terms.close} />
        </Suspense>
      )}
      <Suspense>
        <UpdateBar />
      </Suspense>
      <ToastStack />
    </>
  );
}
