import { useEffect } from 'react';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { PRODUCT } from '#contract/product.ts';
import { planPackages } from '#frontend/features/billing/package-queries.ts';
import { ConfirmPayment } from '#frontend/features/billing/plans/confirm-payment.tsx';
import { offerOf } from '#frontend/features/billing/plans/offer.ts';
import { currentSubscription } from '#frontend/features/billing/subscription/subscription-queries.ts';
import { isOwnAndPaid } from '#frontend/features/billing/subscription/plan-words.ts';
import { returnPathOf } from '#frontend/features/billing/start-payment.ts';
import { useSession } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LinkButton, TextLink } from '#frontend/ui/link.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { PublicFrame } from '#frontend/ui/public-frame.tsx';

/** The payment confirmation screen of one plan (PLAN-12…14). */
export default function PaymentPage() {
  const { packageId } = useParams({ from: '/plans/$packageId' });
  const { next } = useSearch({ from: '/plans/$packageId' });
  const href = useLocation({ select: (location) => location.href });
  const navigate = useNavigate();
  const { user } = useSession();
  const { data: plans, error, refetch } = useQuery(planPackages);
  const isSubscriber = user?.subscription_status === 'active';
  const { data: plan } = useQuery({ ...currentSubscription(user?.user_id ?? ''), enabled: isSubscriber });
  const title = t('Confirm your plan');
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
  }, [title]);
  const offer = plans && offerOf(packageId, plans);
  const back = (
    <LinkButton to="/plans" search={{ next, billed: offer?.interval }} color="inherit">
      {t('Back to Plans')}
    </LinkButton>
  );
  // a plan that is already paid for is changed at the displayed price, not bought again
  if (offer && !offer.isForCompany && plan && isOwnAndPaid(plan))
    return <Navigate to="/billing" search={{ change: plan.package_id === packageId ? undefined : packageId }} replace />;
  return (
    <PublicFrame isNarrow>
      <Typography variant="h1" tabIndex={-1} sx={{ marginBlockEnd: 2 }}>
        {title}
      </Typography>
      {error && !plans && <ErrorState title={t('Failed to load payment packages')} error={error} onRetry={() => void refetch()} />}
      {!plans && !error && <LoadingState label={t('Loading subscription packages...')} rows={3} />}
      {plans && !offer && (
        <ErrorState title={t('Plan not found')}>
          <p>{t('It may have been renamed, or may only be sold by contract.')}</p>
          {back}
        </ErrorState>
      )}
      {offer && (
        <ConfirmPayment
          offer={offer}
          user={user}
          back={back}
          signIn={
            <span>
              <TextLink to="/sign-in" search={{ mode: 'create', next: `/plans/${packageId}` }}>
                {t('Create an account')}
              </TextLink>{' '}
              ·{' '}
              <TextLink to="/sign-in" search={{ next: `/plans/${packageId}` }}>
                {t('Sign in')}
              </TextLink>
            </span>
          }
          returnPath={next ?? '/create'}
          cancelPath={returnPathOf(href)}
          onTrial={() => {
            toast('success', t('Your free trial has begun: {n, plural, one {# day} other {# days}}, no card.', { n: offer.trialDays }));
            void navigate({ to: next ?? '/create' });
          }}
        />
      )}
    </PublicFrame>
  );
}
