import { useState } from 'react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  getPayouts,
  getStatementCsv,
  getStatementPdf,
  openPayoutPages,
  PAYOUT_COUNTRIES,
  startPayoutOnboarding,
  syncPayouts,
  type PayoutStanding,
} from '#contract/studio/creator-payouts.contract.ts';
import { lastMonths } from '#frontend/lib/calendar.ts';
import { navigateToPayment } from '#frontend/lib/payment-address.ts';
import { call, callForFile } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDollars, formatMonth, formatWhen } from '#frontend/lib/format.ts';
import { textLocale } from '#frontend/lib/language.ts';
import { saveFile } from '#frontend/lib/save-file.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { HeroCard } from '#frontend/ui/cards/hero-card.tsx';
import { SectionCard } from '#frontend/ui/cards/section-card.tsx';
import { FactStrip } from '#frontend/ui/fact-strip.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { FrameColumns } from '#frontend/ui/frames/frame-box.tsx';
import { Illustration } from '#frontend/ui/illustrations/illustration.tsx';
import { RowTable } from '#frontend/ui/list/row-table.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { StaleNote } from '../figures/stale-note.tsx';
import { studioKey } from '../studio-key.ts';

const payoutsOf = (userId: string) =>
  queryOptions({ queryKey: [...studioKey(userId), 'payouts'], queryFn: ({ signal }) => call(getPayouts, { signal }) });

/** A creator's balance, payout account, and payouts; every figure comes from the ledger. */
export function PayoutsView({ userId, hasReturned }: { readonly userId: string; readonly hasReturned: boolean }) {
  const cache = useQueryClient();
  // after the return from Stripe's pages, checks whether the account is complete
  const sync = useQuery({
    queryKey: [...studioKey(userId), 'payouts', 'sync'],
    queryFn: async () => {
      const standing = await call(syncPayouts);
      cache.setQueryData(payoutsOf(userId).queryKey, standing);
      return standing.account.state;
    },
    enabled: hasReturned,
    staleTime: Infinity,
  });
  const { data, error, refetch } = useQuery(payoutsOf(userId));
  if (error && !data) return <ErrorState title={t('Your payouts could not be loaded')} error={error} onRetry={() => void refetch()} />;
  if (!data || sync.isLoading) return <LoadingState label={t('Loading your payouts')} rows={6} />;
  const { balance, held, available, minimum, hold_days: days } = data;
  const isWaiting = data.configured && data.account.state === 'none' && available > 0;
  return (
    <>
      {error && <StaleNote error={error} onRetry={() => void refetch()} />}
      {isWaiting && (
        <Box sx={{ marginBlockEnd: 3 }}>
          <HeroCard
            picture={<Illustration name="no-sales" />}
            title={t('{amount} is waiting for you.', { amount: formatDollars(available) })}
            line={
              <>
                {t('Tell Stripe where to send it.')} {t('Your bank details never reach us.')}
              </>
            }
            actions={<SetUp state="none" />}
          />
        </Box>
      )}
      <FactStrip
        facts={[
          {
            name: t('You are owed'),
            figure: formatDollars(balance),
            ...(balance < 0 && { note: t('Refunds of sales that were already paid out. They are deducted from your next sales.') }),
          },
          { name: t('Still within the refund period'), figure: formatDollars(held), note: t('{days} days after each sale', { days }) },
          {
            name: t('Ready to be paid out'),
            figure: formatDollars(available),
            note: t('Paid out once it reaches {minimum}', { minimum: formatDollars(minimum) }),
          },
        ]}
      />
      <FrameColumns data-columns="main aside">
        <Stack sx={{ gap: 2.5 }}>
          {!isWaiting && <Account userId={userId} standing={data} />}
          <Payouts standing={data} />
        </Stack>
        <Statements />
      </FrameColumns>
    </>
  );
}

const accountText = (state: PayoutStanding['account']['state']): string =>
  ({
    none: t('Tell Stripe, our payment service, who you are and which bank account is yours. Your bank details never reach us.'),
    incomplete: t('Stripe still needs some details before you can be paid.'),
    checking: t('Stripe is checking your details. You will be paid as soon as that is done.'),
    enabled: t('You are paid once a day, as soon as enough is ready.'),
  })[state];

function Account({ userId, standing }: { readonly userId: string; readonly standing: PayoutStanding }) {
  const cache = useQueryClient();
  const { configured, account } = standing;
  const pages = useAction({ mutationFn: async () => navigateToPayment(cache, (await call(openPayoutPages)).url) });
  const check = useAction({
    mutationFn: () => call(syncPayouts),
    onSuccess: (now) => cache.setQueryData(payoutsOf(userId).queryKey, now),
  });
  const failure = pages.error ?? check.error;
  if (!configured)
    return (
      <SectionCard title={t('Your payout account')}>
        <Typography>
          {t('This installation has no payment service, so payouts are not possible. The amount you are owed stays in your account.')}
        </Typography>
      </SectionCard>
    );
  if (account.state === 'none' || account.state === 'incomplete')
    return (
      <SectionCard title={t('Your payout account')}>
        <Typography>{accountText(account.state)}</Typography>
        <SetUp state={account.state} />
      </SectionCard>
    );
  return (
    <SectionCard title={t('Your payout account')}>
      <Typography>{accountText(account.state)}</Typography>
      <ActionRow>
        {account.state === 'checking' && (
          <Button variant="outlined" color="inherit" aria-busy={check.isPending} onClick={() => check.mutate()}>
            {t('Check again')}
          </Button>
        )}
        <Button variant="outlined" color="inherit" aria-busy={pages.isPending} onClick={() => pages.mutate()}>
          {t('Bank account and tax forms at Stripe')}
        </Button>
      </ActionRow>
      <FormMessage message={failure ? { kind: 'error', text: errorText(failure, t('That did not work. Please try again.')) } : null} />
    </SectionCard>
  );
}

/** A link to Stripe's pages where a creator proves their identity. */
function SetUp({ state }: { readonly state: 'none' | 'incomplete' }) {
  const cache = useQueryClient();
  const [country, setCountry] = useState<(typeof PAYOUT_COUNTRIES)[number]>('US');
  const onboard = useAction({
    mutationFn: async () =>
      navigateToPayment(cache, (await call(startPayoutOnboarding, { body: { country, origin_url: location.origin } })).url),
  });
  const names = new Intl.DisplayNames(textLocale(), { type: 'region' });
  return (
    <div>
      <ActionRow>
        {state === 'none' && (
          <SelectField
            label={t('Country of your bank account')}
            value={country}
            onChange={(event) => setCountry(event.target.value as typeof country)}
            options={PAYOUT_COUNTRIES.map((value) => ({ value, label: names.of(value) ?? value }))}
          />
        )}
        <Button variant="contained" aria-busy={onboard.isPending} onClick={() => onboard.mutate()}>
          {state === 'none' ? t('Set up payouts') : t('Continue the set-up')}
        </Button>
      </ActionRow>
      <FormMessage
        message={onboard.error ? { kind: 'error', text: errorText(onboard.error, t('That did not work. Please try again.')) } : null}
      />
    </div>
  );
}

const stateWord = (state: PayoutStanding['payouts'][number]['state']): string =>
  ({
    pending: t('On its way'),
    sent: t('Sent'),
    failed: t('Failed: the amount is back in your balance'),
    returned: t('Returned: the amount is back in your balance'),
  })[state];

function Payouts({ standing: { payouts, configured, account } }: { readonly standing: PayoutStanding }) {
  if (payouts.length === 0)
    return (
      <SectionCard title={t('Payouts')}>
        <EmptyState subject="sales" title={t('No payouts yet')}>
          {configured && account.state === 'none'
            ? t('Set up payouts, and your first payout appears here.')
            : t('Your earnings arrive here once the refund period has ended.')}
        </EmptyState>
      </SectionCard>
    );
  return (
    <SectionCard isFlush title={t('Payouts')}>
      <RowTable
        isInner
        label={t('Payouts')}
        rows={payouts}
        keyOf={(payout) => payout.payout_id}
        columns={[
          { name: t('Date'), renderCell: (payout) => formatWhen(payout.created_at) },
          { name: t('State'), renderCell: (payout) => stateWord(payout.state) },
          { name: t('Amount'), isFigure: true, renderCell: (payout) => formatDollars(payout.amount) },
        ]}
      />
    </SectionCard>
  );
}

function Statements() {
  const [months] = useState(() => lastMonths(12, new Date()));
  const [month, setMonth] = useState(months[0]!);
  const download = useAction({
    mutationFn: (type: 'csv' | 'pdf') => callForFile(type === 'csv' ? getStatementCsv : getStatementPdf, { params: { month } }),
    onSuccess: ({ file, name }, type) => saveFile(file, name ?? `coursewright-statement-${month}.${type}`),
  });
  return (
    <SectionCard title={t('Statements')}>
      <ActionRow>
        <SelectField
          label={t('Month')}
          value={month}
          onChange={(event) => setMonth(event.target.value)}
          options={months.map((value) => ({ value, label: formatMonth(value, 'full') }))}
        />
        {(['pdf', 'csv'] as const).map((type) => (
          <Button key={type} variant="outlined" color="inherit" aria-busy={download.isPending} onClick={() => download.mutate(type)}>
            {type.toUpperCase()}
          </Button>
        ))}
      </ActionRow>
      <FormMessage
        message={download.error ? { kind: 'error', text: errorText(download.error, t('Download failed. Please try again.')) } : null}
      />
    </SectionCard>
  );
}
