import { useState, type FormEvent, type ReactNode } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { useQueryClient } from '@tanstack/react-query';
import type { User } from '#contract/identity/identity.contract.ts';
import { VISIBLE } from '#contract/platform/visible-text.ts';
import { useAcceptsPayments } from '#frontend/lib/about.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { billingKey } from '#frontend/lib/token-balance.ts';
import { t } from '#frontend/lib/text.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { VerificationMail } from '#frontend/ui/states/verification-mail.tsx';
import { NoPaymentsNote } from '../no-payments-note.tsx';
import { useIsProcessing } from '../processing.ts';
import { startCheckout } from '../start-payment.ts';
import type { Offer } from './offer.ts';
import { canStartTrial, startTrial } from './trial.ts';

const Facts = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, auto) minmax(0, 1fr)',
  margin: 0,
  borderBlockStart: `2px solid ${theme.vars.palette.text.primary}`,
  '& > *': { margin: 0, paddingBlock: 10, borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}` },
  '& > dt': { color: theme.vars.palette.text.secondary, paddingInlineEnd: 24 },
  '& > dd': { textAlign: 'end', fontWeight: 600 },
}));
const Form = styled('form')({ display: 'grid', gap: 16, marginBlockStart: 24 });
const Alert = styled('div')(({ theme }) => ({
  '& > p': {
    margin: 0,
    paddingInlineStart: 13,
    paddingBlock: 4,
    borderInlineStart: `3px solid ${theme.vars.palette.error.main}`,
    color: theme.vars.palette.error.main,
    overflowWrap: 'anywhere',
  },
}));
const MOST_NAME = 120;
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

/** Shows what exactly will be paid, and the button to the payment page (PLAN-13, PLAN-14). */
export function ConfirmPayment({ offer, user, back, signIn, returnPath, cancelPath, onTrial }: ConfirmPaymentProps) {
  const cache = useQueryClient();
  const isProcessing = useIsProcessing();
  const takesPayments = useAcceptsPayments();
  const [isStarting, setStarting] = useState(false);
  const [organisation, setOrganisation] = useState('');
  const [nameProblem, setNameProblem] = useState<string>();
  const [problem, setProblem] = useState<string | null>(null);
  const [isUnverified, setUnverified] = useState(false);
  const hasTrial = offer.trialDays > 0 && canStartTrial(user);

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

  return (
    <>
      <Facts>
        <dt>{t('Plan')}</dt>
        <dd>{offer.name}</dd>
        <dt>{t('Amount')}</dt>
        <dd>{offer.amount}</dd>
        <dt>{t('Billing interval')}</dt>
        <dd>{offer.interval === 'year' ? t('Every year') : t('Every month')}</dd>
      </Facts>
      <Form onSubmit={(event) => void pay(event)} noValidate>
        {offer.isForCompany && (
          <TextField
            label={t('Name of your organisation')}
            required
            autoComplete="organization"
            maxLength={MOST_NAME}
            value={organisation}
            onChange={({ target }) => setOrganisation(target.value)}
            error={nameProblem}
            helper={t('The people you invite see it. Everybody spends from one pool of tokens.')}
          />
        )}
        <Alert role="alert">{problem !== null && <p>{problem}</p>}</Alert>
        {problem !== null && user === null && signIn}
        {problem !== null && isUnverified && <VerificationMail />}
        <NoPaymentsNote />
        <Button type="submit" variant="contained" size="large" disabled={!takesPayments || isProcessing || isStarting}>
          {isProcessing ? t('Processing...') : t('Proceed to Payment')}
        </Button>
        {hasTrial && (
          <>
            <Button variant="outlined" size="large" disabled={isProcessing || isStarting} onClick={() => void tryFree()}>
              {isStarting ? t('Processing...') : t('Start free trial without card')}
            </Button>
            <Typography variant="body2" color="textSecondary">
              {t(
                'Both begin with {n, plural, one {# day} other {# days}} free. Without a card the trial ends by itself and nothing is charged; with one, {amount} is due after it.',
                {
                  n: offer.trialDays,
                  amount: offer.amount,
                },
              )}{' '}
              {t('The trial needs a confirmed email address.')}
            </Typography>
          </>
        )}
        {back}
      </Form>
      <Typography variant="body2" color="textSecondary" sx={{ marginBlockStart: 3 }}>
        {t('You pay on the page of our payment service. We never see your card.')}
      </Typography>
    </>
  );
}
