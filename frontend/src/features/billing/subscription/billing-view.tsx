import Typography from '@mui/material/Typography';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useAcceptsPayments } from '#frontend/lib/about.ts';
import { formatList, formatTokenCount } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { tokenBalance, type TokenBalance } from '#frontend/lib/token-balance.ts';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { FactStrip, type Fact } from '#frontend/ui/fact-strip.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { NoPaymentsNote } from '../no-payments-note.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { InvoiceList } from './invoice-list.tsx';
import { PlanActions } from './plan-actions.tsx';
import { factsOf, standingWords } from './plan-words.ts';
import { QuotaList } from './quota-list.tsx';
import { currentSubscription } from './subscription-queries.ts';

interface BillingViewProps {
  readonly userId: string;
  /** The plan whose change is being previewed; from the URL. */
  readonly change: string | undefined;
  readonly onChangeClose: () => void;
}

/** The plan, its usage, and all payments (PAY-25). */
export function BillingView({ userId, change, onChangeClose }: BillingViewProps) {
  const takesPayments = useAcceptsPayments();
  const { data: plan, error, refetch } = useQuery(currentSubscription(userId));
  const { data: balance, error: balanceError, refetch: refetchBalance } = useQuery(tokenBalance(userId));
  if (!plan) {
    if (error) return <ErrorState title={t('Your plan could not be loaded')} error={error} onRetry={() => void refetch()} />;
    return <LoadingState label={t('Loading your plan')} rows={6} />;
  }
  const standing = standingWords(plan);
  return (
    <>
      <Box sx={{ marginBlockEnd: 4.5 }}>
        <FactStrip facts={[...factsOf(plan), ...(balance ? [tokensFact(balance)] : [])]} />
        {standing !== null && (
          <Alert severity={plan.status === 'Payment due' ? 'warning' : 'info'} role="note" sx={{ marginBlockEnd: 2 }}>
            {standing}
          </Alert>
        )}
        <NoPaymentsNote />
        <PlanActions userId={userId} plan={plan} />
      </Box>
      <RuledSection title={t('Used in this period')} aside={<TextLink to="/usage">{t('All token activity')}</TextLink>}>
        {balance ? (
          <Quotas quotas={balance.quotas} />
        ) : balanceError ? (
          <ErrorState title={t('What you have used could not be loaded')} error={balanceError} onRetry={() => void refetchBalance()} />
        ) : (
          <LoadingState label={t('Loading what you have used')} rows={3} />
        )}
      </RuledSection>
      <RuledSection title={t('Payments')}>
        <InvoiceList userId={userId} />
      </RuledSection>
      {change !== undefined && takesPayments && <ChangeDialog userId={userId} plan={plan} packageId={change} onClose={onChangeClose} />}
    </>
  );
}

function Quotas({ quotas }: Pick<TokenBalance, 'quotas'>) {
  // Quotas the plan does not include are hidden.
  const counted = quotas.filter(({ allowed, used }) => allowed > 0 || used > 0);
  if (counted.length > 0) return <QuotaList quotas={counted} />;
  return <Typography sx={{ marginBlockStart: 1.5 }}>{t('Your plan has no limits other than tokens.')}</Typography>;
}

function tokensFact(balance: TokenBalance): Fact {
  const { daily_available: daily, monthly_available: monthly, purchased_available: bought, held } = balance;
  const { organisation_available: pool, organisation_name: organisation } = balance;
  const parts = [
    t('{n} daily', { n: formatTokenCount(daily) }),
    t('{n} monthly', { n: formatTokenCount(monthly) }),
    t('{n} bought', { n: formatTokenCount(bought) }),
  ];
  if (pool !== null && organisation !== null) parts.push(t('{pool} of {organisation}', { pool: formatTokenCount(pool), organisation }));
  if (held > 0) parts.push(t('{n} more reserved', { n: formatTokenCount(held) }));
  return { name: t('Tokens'), figure: formatTokenCount(balance.balance), note: formatList(parts) };
}
