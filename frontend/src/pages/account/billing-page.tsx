import { useNavigate, useSearch } from '@tanstack/react-router';
import { BillingView } from '#frontend/features/billing/subscription/billing-view.tsx';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { DeskFrame } from '#frontend/ui/frames/desk-frame.tsx';
import { AccountTabs } from './account-tabs.tsx';

/** Plan, quotas and payments. */
export default function BillingPage() {
  const { user_id: userId } = useUser();
  const { change } = useSearch({ from: '/app/billing' });
  const navigate = useNavigate({ from: '/billing' });
  return (
    <DeskFrame
      title={t('Billing')}
      tabs={<AccountTabs current="/billing" />}
      subtitle={t('Manage your plan, see your remaining tokens and find your receipts.')}
    >
      <BillingView
        userId={userId}
        change={change}
        onChangeClose={() => void navigate({ search: (old) => ({ ...old, change: undefined }), replace: true })}
      />
    </DeskFrame>
  );
}
