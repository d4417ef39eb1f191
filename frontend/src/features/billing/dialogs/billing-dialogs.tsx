import { useNavigate } from '@tanstack/react-router';
import { useCloseDialog, type BillingDialog } from '#frontend/lib/dialog-address.ts';
import { JourneyDialog } from './journey-dialog.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import { TokensDialog } from './tokens-dialog.tsx';

/** The package dialog named in the URL, over the current screen. */
export default function BillingDialogs({ dialog }: { readonly dialog: BillingDialog }) {
  const navigate = useNavigate();
  const close = useCloseDialog();
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
