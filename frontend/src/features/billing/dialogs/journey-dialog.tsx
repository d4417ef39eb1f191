import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { t } from '#frontend/lib/text.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { allPackages, plansBilled, tierOf } from '../package-queries.ts';
import { isOwnAndPaid, standingPlan } from '../subscription/plan-words.ts';
import { currentSubscription } from '../subscription/subscription-queries.ts';
import { PackageDialog } from './package-dialog.tsx';
import { PlanRows, TokenRows } from './package-rows.tsx';
import { PackagesPlaceholder } from './packages-placeholder.tsx';
import { usePaymentStart } from './use-payment-start.ts';

interface JourneyDialogProps {
  readonly onClose: () => void;
  readonly onChange: (packageId: string) => void;
}

const notStarted = (reason: string): string => `${t('Payment failed to start')}. ${reason}`;

/** 'Choose Your Learning Journey': monthly plans and token packages side by side, 'premium' marked 'MOST POPULAR' (PAY-13). */
export function JourneyDialog({ onClose, onChange }: JourneyDialogProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const { user_id: userId } = useUser();
  const { data } = useQuery(allPackages);
  const { data: current } = useQuery(currentSubscription(userId));
  const { buyTokens, buyPlan } = usePaymentStart();
  const pack = data && chosen !== null ? data.token_packages[chosen] : undefined;
  const isChange = pack === undefined && current !== undefined && isOwnAndPaid(current);
  return (
    <PackageDialog
      title={t('Choose Your Learning Journey')}
      lead={t('A plan that renews each month, or tokens you buy once.')}
      onClose={onClose}
      isChosen={chosen !== null}
      confirmLabel={isChange ? t('See what changes') : t('Continue to payment')}
      onConfirm={() => {
        if (isChange) return onChange(chosen!);
        if (pack) buyTokens(pack.tokens, notStarted);
        else buyPlan(chosen!, notStarted);
        onClose();
      }}
    >
      {!data ? (
        <PackagesPlaceholder />
      ) : (
        <>
          <PlanRows
            legend={t('Monthly plans')}
            plans={plansBilled(data.subscription_packages, 'month')}
            isPopular={(plan) => tierOf(plan) === 'premium'}
            current={current && standingPlan(current)}
            chosen={chosen}
            onChoose={setChosen}
          />
          <TokenRows
            legend={t('AI token packages')}
            packages={Object.values(data.token_packages)}
            mark=""
            hasPerks
            chosen={chosen}
            onChoose={setChosen}
          />
        </>
      )}
    </PackageDialog>
  );
}
