import Typography from '@mui/material/Typography';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import CardContent from '@mui/material/CardContent';
import Grid from '@mui/material/Grid';
import List from '@mui/material/List';
import Stack from '@mui/material/Stack';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from '@mui/material/Button';
import { openPortal, type CurrentSubscription } from '#contract/billing/subscription.contract.ts';
import { isQuotaName, isQuotaUndelivered, type QuotaName } from '#contract/platform/named-parts.ts';
import { useAcceptsPayments } from '#frontend/lib/about.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatList, formatSentenceList, formatTokenCount, formatDate, formatDuration, formatNumber } from '#frontend/lib/format.ts';
import { navigateToPayment } from '#frontend/lib/payment-address.ts';
import { useSession } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { tokenBalance, type TokenBalance, type QuotaLine } from '#frontend/lib/token-balance.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { SectionCard } from '#frontend/ui/cards/section-card.tsx';
import { WelcomeCard } from '#frontend/ui/cards/welcome-card.tsx';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { DialogLink } from '#frontend/ui/dialogs/dialog-link.tsx';
import { Entry } from '#frontend/ui/list/entry-list.tsx';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';
import { Face } from '#frontend/ui/faces.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { FactStrip, type Fact } from '#frontend/ui/fact-strip.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { freePlanGives } from '../plans/offer.ts';
import { NoPaymentsNote } from '../no-payments-note.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { InvoiceList } from './invoice-list.tsx';
import { factsOf, standingWords, isOwnAndPaid, isForOrganisation, nameOfPlan } from './plan-words.ts';
import { currentSubscription, useChange, useResume, useCancel } from './subscription-queries.ts';

interface BillingViewProps {
  readonly userId: string;
  /** The plan to which a change is being previewed, from the URL. */
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
      <PlanHead userId={userId} plan={plan} />
      <Box sx={{ marginBlockEnd: 3 }}>
        <FactStrip facts={[...factsOf(plan), ...(balance ? [tokensFact(balance)] : [])]} />
        {standing !== null && (
          <Alert severity={plan.status === 'Payment due' ? 'warning' : 'info'} role="note">
            {standing}
          </Alert>
        )}
        <NoPaymentsNote />
      </Box>
      <Grid container spacing={2.5}>
        <Grid size={{ xs: 12, lg: 5 }}>
          <SectionCard isFlush title={t('Used in this period')} aside={<TextLink to="/usage">{t('All token activity')}</TextLink>}>
            {balance ? (
              <Quotas quotas={balance.quotas} />
            ) : (
              <CardContent>
                {balanceError ? (
                  <ErrorState title={t('Your usage could not be loaded')} error={balanceError} onRetry={() => void refetchBalance()} />
                ) : (
                  <LoadingState label={t('Loading your usage')} rows={3} />
                )}
              </CardContent>
            )}
          </SectionCard>
        </Grid>
        <Grid size={{ xs: 12, lg: 7 }}>
          <SectionCard isFlush title={t('Payments')}>
            <InvoiceList userId={userId} />
          </SectionCard>
        </Grid>
      </Grid>
      {change !== undefined && takesPayments && <ChangeDialog userId={userId} plan={plan} packageId={change} onClose={onChangeClose} />}
    </>
  );
}

/** Whose plan it is, what it is good for, and what can be done with it. */
function PlanHead({ userId, plan }: { readonly userId: string; readonly plan: CurrentSubscription }) {
  const { user } = useSession();
  const name = user?.first_name ?? '';
  return (
    <WelcomeCard
      picture={<Face name={name} userId={userId} size="large" />}
      title={t('Hello, {name}', { name })}
      line={
        // what the free plan gives is in the catalogue: the figures below say what is left of it
        plan.package_id === null
          ? t('The Free Plan gives you {list}.', { list: formatSentenceList(freePlanGives()) })
          : t('Your plan can be changed or cancelled whenever you like. Your courses stay yours.')
      }
    >
      <Stack sx={{ gap: 1.5, marginBlockStart: 1.5 }}>
        <PlanActions userId={userId} plan={plan} />
      </Stack>
    </WelcomeCard>
  );
}

function Quotas({ quotas }: Pick<TokenBalance, 'quotas'>) {
  // Quotas the plan does not include are hidden.
  const counted = quotas.filter(({ allowed, used }) => allowed > 0 || used > 0);
  if (counted.length > 0) return <QuotaList quotas={counted} />;
  return <CardContent>{t('Your plan has no limits other than tokens.')}</CardContent>;
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

/** The displayed name of a quota. */
const nameOf = (name: string): string => (isQuotaName(name) ? quotaWords()[name] : name);

const quotaWords = (): Readonly<Record<QuotaName, string>> => ({
  text_course: t('Text courses'),
  video_seconds: t('AI video'),
  vortex_session: t('Vortex sessions (AI tutor)'),
  ar_vr_simulation: t('AR/VR simulations'),
  imagen_visual: t('Imagen visuals'),
  mentor_answer: t('AI Mentor answers'),
});

const amountOf = (name: string, amount: number): string => (name === 'video_seconds' ? formatDuration(amount) : formatNumber(amount));

/** The plan's quotas apart from tokens, with their usage in this period. */
export function QuotaList({ quotas }: { readonly quotas: readonly QuotaLine[] }) {
  const [first] = quotas;
  const together = first?.resets_at != null && quotas.every(({ resets_at: at }) => at === first.resets_at) ? first.resets_at : null;
  return (
    <>
      <List disablePadding>
        {quotas.map(({ name, allowed, used, held, resets_at: resetsAt }) => {
          const taken = used + held;
          const words = t('{used} of {allowed} used', { used: amountOf(name, used), allowed: amountOf(name, allowed) });
          return (
            <Entry
              key={name}
              title={nameOf(name)}
              lines={[
                ...(isQuotaUndelivered(name) ? [t('not yet available')] : []),
                ...(resetsAt !== null && together === null ? [t('Resets on {date}', { date: formatDate(resetsAt) })] : []),
              ]}
              actions={
                <Typography component="span" variant="body2" sx={{ textAlign: 'end' }}>
                  {words}
                  {held > 0 && ` ${t('({n} reserved)', { n: amountOf(name, held) })}`}
                </Typography>
              }
            >
              <ProgressMeter
                label={nameOf(name)}
                value={allowed === 0 ? 0 : Math.min(100, Math.round((taken / allowed) * 100))}
                valueText={words}
              />
            </Entry>
          );
        })}
      </List>
      {together !== null && (
        <CardContent>
          <Typography variant="body2" color="textSecondary">
            {t('Everything resets on {date}.', { date: formatDate(together) })}
          </Typography>
        </CardContent>
      )}
    </>
  );
}

interface PlanActionsProps {
  readonly userId: string;
  readonly plan: CurrentSubscription;
}

/** The actions available for the plan: choose, change, cancel or resume it, and edit the card at the payment service. */
function PlanActions({ userId, plan }: PlanActionsProps) {
  const cache = useQueryClient();
  const takesPayments = useAcceptsPayments();
  const [isAsking, setAsking] = useState(false);
  const resume = useResume(userId);
  const change = useChange(userId);
  const portal = useAction({
    mutationFn: async () => navigateToPayment(cache, (await call(openPortal, { body: { origin_url: location.origin } })).url),
  });
  // paid through the payment service now or later, unlike a trial without a card
  const isPaid = plan.has_payment_account && plan.amount_cents !== null && (plan.renews || plan.cancel_at_period_end);
  const isChange = isOwnAndPaid(plan);
  const failure = resume.error ?? portal.error ?? change.error;
  const takeBack = () => resume.mutate(undefined, { onSuccess: (now) => toast('success', t('{plan} continues.', { plan: now.plan })) });
  // requesting the current plan reverts a planned change
  const stay = () =>
    plan.package_id !== null &&
    change.mutate(
      // free as long as the other plan has not begun
      { package_id: plan.package_id, proration_date: null, due_now_cents: 0 },
      { onSuccess: (now) => toast('success', t('{plan} continues.', { plan: now.plan })) },
    );
  return (
    <>
      <ActionRow>
        <DialogLink dialog="plan" variant={isChange ? 'outlined' : 'contained'}>
          {isChange ? t('Change plan') : t('Choose a plan')}
        </DialogLink>
        <DialogLink dialog="tokens" variant="outlined" color="inherit">
          {t('Buy Tokens')}
        </DialogLink>
        {plan.has_payment_account && (
          <Button variant="outlined" color="inherit" disabled={!takesPayments} aria-busy={portal.isPending} onClick={() => portal.mutate()}>
            {portal.isPending ? t('Processing...') : t('Card and receipts')}
          </Button>
        )}
        {isPaid && plan.next_package_id !== null && (
          <Button variant="outlined" color="inherit" disabled={!takesPayments} aria-busy={change.isPending} onClick={stay}>
            {t('Stay on {plan}', { plan: plan.plan })}
          </Button>
        )}
        {isPaid && plan.cancel_at_period_end && (
          <Button variant="contained" disabled={!takesPayments} aria-busy={resume.isPending} onClick={takeBack}>
            {t('Resume plan')}
          </Button>
        )}
        {isPaid && !plan.cancel_at_period_end && (
          <Button color="error" disabled={!takesPayments} onClick={() => setAsking(true)}>
            {t('Cancel plan')}
          </Button>
        )}
      </ActionRow>
      {failure && <Alert severity="error">{errorText(failure, t('The payment service could not be reached.'))}</Alert>}
      {isAsking && <CancelDialog userId={userId} plan={plan} onClose={() => setAsking(false)} />}
    </>
  );
}

interface CancelDialogProps {
  readonly userId: string;
  readonly plan: CurrentSubscription;
  readonly onClose: () => void;
}

/** Explains what cancelling ends and what is kept, and cancels. */
function CancelDialog({ userId, plan, onClose }: CancelDialogProps) {
  const cancel = useCancel(userId);
  const end = plan.trial_ends ?? plan.period_end;
  const date = end === null ? t('the end of the period') : formatDate(end);
  const act = () =>
    cancel.mutate(undefined, {
      onSuccess: () => {
        toast('info', t('{plan} ends on {date}.', { plan: plan.plan, date }));
        onClose();
      },
    });
  return (
    <ConfirmDialog
      title={t('Cancel {plan}?', { plan: plan.plan })}
      act={t('Cancel the plan')}
      keep={t('Keep {plan}', { plan: plan.plan })}
      isPending={cancel.isPending}
      error={cancel.error && errorText(cancel.error, t('The plan could not be cancelled.'))}
      onConfirm={act}
      onClose={onClose}
    >
      <p>{t('Until {date} nothing changes: you keep its tokens and courses, and nothing more is charged.', { date })}</p>
      {isForOrganisation(plan) ? (
        <p>
          {t(
            'After that, members can no longer use the organisation’s pool. Its remaining tokens expire, and everyone returns to their own plan. Members keep all courses and purchased tokens.',
          )}
        </p>
      ) : (
        <p>{t('After that, you move to the Free Plan. You keep your courses, your progress and the tokens you bought.')}</p>
      )}
      {plan.next_package_id !== null && (
        <p>{t('The change to {plan} is then cancelled; it applies again if you resume.', { plan: nameOfPlan(plan.next_package_id) })}</p>
      )}
      <p>{t('Until then you can withdraw it at any time.')}</p>
    </ConfirmDialog>
  );
}
