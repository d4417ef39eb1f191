import { useState, type FormEvent, type ReactNode } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import Stack from '@mui/material/Stack';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { User } from '#contract/identity/identity.contract.ts';
import { VISIBLE } from '#contract/platform/visible-text.ts';
import { useAcceptsPayments } from '#frontend/lib/about.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { account } from '#frontend/lib/session/account-query.ts';
import { billingKey } from '#frontend/lib/token-balance.ts';
import { t } from '#frontend/lib/text.ts';
import { AgeReason } from '#frontend/ui/age/age-note.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { VerificationMail } from '#frontend/ui/states/verification-mail.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { NoPaymentsNote } from '../no-payments-note.tsx';
import { useIsProcessing } from '../processing.ts';
import { startCheckout } from '../start-payment.ts';
import type { Offer } from './offer.ts';
import { canStartTrial, startTrial } from './trial.ts';

const MOST_NAME = 120;
const needsYear = (error: unknown): boolean => error instanceof ApiError && error.code === 'age.unknown';
const needsVerification = (error: unknown): boolean => error instanceof ApiError && error.code === 'trial.unverified';

interface ConfirmPaymentProps {
  readonly offer: Offer;
  /** Null for a visitor. */
  readonly user: User | null;
  /** The link back to the plan screen. */
  readonly back: ReactNode;
  /** The sign-in link for a visitor. */
  readonly signIn: ReactNode;
  /** Where the payment page returns to. */
  readonly returnPath: string;
  /** Where it returns to after a cancellation: this screen. */
  readonly cancelPath: string;
  /** Called when the trial has started. */
  readonly onTrial: () => void;
}

/** Shows exactly what will be paid, and the button to the payment page (PLAN-13, PLAN-14). */
export function ConfirmPayment({ offer, user, back, signIn, returnPath, cancelPath, onTrial }: ConfirmPaymentProps) {
  const cache = useQueryClient();
  const isProcessing = useIsProcessing();
  const takesPayments = useAcceptsPayments();
  const [isStarting, setStarting] = useState(false);
  const [organisation, setOrganisation] = useState('');
  const [nameProblem, setNameProblem] = useState<string>();
  const [problem, setProblem] = useState<string | null>(null);
  const [isUnverified, setUnverified] = useState(false);
  const [isAgeless, setAgeless] = useState(false);
  const mayTry = offer.trialDays > 0 && canStartTrial(user);
  const { data: details } = useQuery({ ...account(user?.user_id ?? ''), enabled: mayTry && user !== null });
  const isToBeConfirmed = mayTry && details?.email_verified === false;
  const hasTrial = mayTry && !isToBeConfirmed;
  const verification = <VerificationMail next={cancelPath.split('?')[0]!} />;

  async function pay(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!takesPayments) return;
    const isNameless = offer.isForCompany && !VISIBLE.test(organisation);
    setNameProblem(isNameless ? t('Please fill in this field.') : undefined);
    if (isNameless) return;
    setProblem(user === null ? t('Please sign in to continue to the payment.') : null);
    if (user === null) return;
    const words = { fallback: t('Payment initiation failed'), noUrl: t('Payment initiation failed') };
    try {
      await startCheckout(
        { cache, userId: user.user_id, returnPath, cancelPath, words },
        offer.packageId,
        offer.isForCompany ? organisation.trim() : undefined,
      );
    } catch (error) {
      setUnverified(needsVerification(error));
      setAgeless(needsYear(error));
      setProblem(t('Payment failed: {reason}', { reason: errorText(error, words.fallback) }));
    }
  }

  async function tryFree(): Promise<void> {
    setProblem(user === null ? t('Must be logged in to activate trial') : null);
    if (user === null) return;
    setStarting(true);
    try {
      await startTrial(user, offer.packageId);
      void cache.invalidateQueries({ queryKey: billingKey(user.user_id) });
      onTrial();
    } catch (error) {
      setUnverified(needsVerification(error));
      setProblem(errorText(error, t('Failed to activate trial')));
    } finally {
      setStarting(false);
    }
  }

  const facts = [
    [t('Plan'), offer.name],
    [t('Amount'), offer.amount],
    [t('Billing interval'), offer.interval === 'year' ? t('Every year') : t('Every month')],
    [t('Due today'), hasTrial ? t('Nothing') : offer.amount],
  ] as const;
  return (
    <>
      <Stack component="dl" sx={{ gap: 1.5, margin: 0 }}>
        {facts.map(([name, value]) => (
          <Stack key={name} direction="row" sx={{ justifyContent: 'space-between', gap: 3 }}>
            <Typography component="dt" color="textSecondary">
              {name}
            </Typography>
            <Typography component="dd" variant="h6" sx={{ margin: 0, textAlign: 'end' }}>
              {value}
            </Typography>
          </Stack>
        ))}
      </Stack>
      <Stack component="form" sx={{ gap: 2, marginBlockStart: 3 }} onSubmit={(event) => void pay(event)} noValidate>
        {offer.isForCompany && (
          <TextField
            label={t('Name of your organisation')}
            required
            autoComplete="organization"
            maxLength={MOST_NAME}
            value={organisation}
            onChange={({ target }) => setOrganisation(target.value)}
            error={nameProblem}
            helper={t('The people you invite will see this name. Everyone spends from one pool of tokens.')}
          />
        )}
        <FormMessage message={problem === null ? null : { kind: 'error', text: problem }} />
        {problem !== null && user === null && signIn}
        {problem !== null && isUnverified && verification}
        {isToBeConfirmed && (
          <>
            <Typography variant="body2">
              {t(
                'Confirm your email address and {n, plural, one {the first day is} other {the first # days are}} free. The link in the email brings you back here. You can also pay now, without a trial.',
                { n: offer.trialDays },
              )}
            </Typography>
            {verification}
          </>
        )}
        <NoPaymentsNote />
        {hasTrial && (
          <Button variant="contained" size="large" disabled={isProcessing || isStarting} onClick={() => void tryFree()}>
            {isStarting ? t('Processing...') : t('Start free trial without card')}
          </Button>
        )}
        <Button
          type="submit"
          variant={hasTrial ? 'outlined' : 'contained'}
          size="large"
          disabled={!takesPayments || isProcessing || isStarting}
        >
          {isProcessing ? t('Processing...') : t('Proceed to Payment')}
        </Button>
        {hasTrial && (
          <>
            <Typography variant="body2" color="textSecondary">
              {t(
                'The first {n, plural, one {# day is} other {# days are}} free, with or without a card. With a card you pay {amount} when the trial ends, unless you cancel before. Without one it simply ends.',
                {
                  n: offer.trialDays,
                  amount: offer.amount,
                },
              )}{' '}
              {t('You need a confirmed email address to start the trial.')}
            </Typography>
          </>
        )}
        {back}
      </Stack>
      {problem !== null && isAgeless && <AgeReason refusal="age.unknown" />}
      <Typography variant="body2" color="textSecondary" sx={{ marginBlockStart: 3 }}>
        {t('You pay on our payment service’s page. We never see your card.')}
      </Typography>
    </>
  );
}
