import { useSearch } from '@tanstack/react-router';
import { CREATOR_PERCENT } from '#contract/billing/creator-share.ts';
import { PayoutsView } from '#frontend/features/studio/payouts/payouts-view.tsx';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { DeskFrame } from '#frontend/ui/frames/desk-frame.tsx';

/** A creator's outstanding and paid amounts. Stripe's pages lead back here. */
export default function StudioPayoutsPage() {
  const { user_id: userId } = useUser();
  const { onboarding } = useSearch({ from: '/app/studio/payouts' });
  return (
    <DeskFrame
      title={t('Payouts')}
      subtitle={t('Your share is {percent}% of what was paid, before tax. Months begin at midnight UTC.', { percent: CREATOR_PERCENT })}
    >
      <PayoutsView userId={userId} hasReturned={onboarding !== undefined} />
    </DeskFrame>
  );
}
