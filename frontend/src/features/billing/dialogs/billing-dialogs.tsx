import { useNavigate, useRouter } from '@tanstack/react-router';
import type { BillingDialog } from './dialog-address.ts';
import { JourneyDialog } from './journey-dialog.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import { TokensDialog } from './tokens-dialog.tsx';

/**
 * The package dialog of the address, over the screen one is on. Closing it leaves the screen as it was: back to it where it was opened from
 * there, so that Back leads no second time through it.
 */
export default function BillingDialogs({ dialog }: { readonly dialog: BillingDialog }) {
  const navigate = useNavigate();
  const router = useRouter();
  const close = () => {
    if (router.state.location.state.isOverScreen) router.history.back();
    else void navigate({ to: '.', search: (old) => ({ ...old, dialog: undefined }), replace: true, resetScroll: false });
  };
  const change = (packageId: string) => void navigate({ to: '/billing', search: { change: packageId }, replace: true });
  switch (dialog) {
    case 'tokens':
      return <TokensDialog onClose={close} />;
    case 'plan':
      return <PlanDialog onClose={close} onChange={change} />;
    case 'journey':
      return <JourneyDialog onClose={close} onChange={change} />;
  }
}
