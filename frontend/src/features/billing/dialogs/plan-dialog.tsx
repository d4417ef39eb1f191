import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { t } from '#frontend/lib/text.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { allPackages, plansBilled } from '../package-queries.ts';
import { isOwnAndPaid, standingPlan } from '../subscription/plan-words.ts';
import { currentSubscription } from '../subscription/subscription-queries.ts';
import { PackageDialog } from './package-dialog.tsx';
import { PlanRows } from './package-rows.tsx';
import { PackagesPlaceholder } from './packages-placeholder.tsx';
import { usePaymentStart } from './use-payment-start.ts';

interface PlanDialogProps {
  readonly onClose: () => void;
  /** Called with the chosen plan when a plan is running: opens the preview of the change instead of a second purchase. */
  readonly onChange: (packageId: string) => void;
}

/** 'Choose Your Plan' (PAY-12). */
export function PlanDialog({ onClose, onChange }: PlanDialogProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const { user_id: userId } = useUser();
  const { data } = useQuery(allPackages);
  const { data: current } = useQuery(currentSubscription(userId));
  const plans = data?.subscription_packages ?? {};
  const { buyPlan } = usePaymentStart();
  const isChange = current !== undefined && isOwnAndPaid(current);
  return (
    <PackageDialog
      title={t('Choose Your Plan')}
      lead={t('Tokens and courses come each month, also when you pay by the year.')}
      onClose={onClose}
      isChosen={chosen !== null}
      confirmLabel={isChange ? t('See what changes') : t('Continue to payment')}
      onConfirm={() => {
        if (isChange) return onChange(chosen!);
        buyPlan(chosen!);
        onClose();
      }}
    >
      {Object.keys(plans).length === 0 ? (
        <PackagesPlaceholder />
      ) : (
        (['month', 'year'] as const).map((interval) => (
          <PlanRows
            key={interval}
            legend={interval === 'month' ? t('Monthly') : t('Yearly, two months free')}
            plans={plansBilled(plans, interval)}
            current={current && standingPlan(current)}
            chosen={chosen}
            onChoose={setChosen}
          />
        ))
      )}
    </PackageDialog>
  );
}
