import { lazy, Suspense, useEffect } from 'react';
import { Outlet, useNavigate, useSearch } from '@tanstack/react-router';
import { useTerms } from '#frontend/app/use-terms.ts';
import { rememberReturned, useReturned } from '#frontend/features/billing/payment-return/returned-session.ts';
import { useSession } from '#frontend/lib/session/session.ts';
import { ToastStack } from '#frontend/ui/toast-stack.tsx';

const TermsDialog = lazy(() => import('#frontend/features/legal/terms-dialog.tsx'));
const UpdateBar = lazy(() => import('#frontend/app/update-bar.tsx'));
const PaymentReturn = lazy(() => import('#frontend/features/billing/payment-return/payment-return.tsx'));

/** Takes the payment one comes back from out of the address, whatever the path (PAY-19). Answers it until its end has been told. */
function useReturnedPayment(): string | null {
  const { session_id: sessionId } = useSearch({ strict: false });
  const navigate = useNavigate();
  useEffect(() => {
    if (sessionId === undefined) return;
    rememberReturned(sessionId);
    void navigate({ to: '.', search: (old) => ({ ...old, session_id: undefined }), replace: true, resetScroll: false });
  }, [sessionId, navigate]);
  return useReturned();
}

/** What every screen has, signed in or not. */
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
