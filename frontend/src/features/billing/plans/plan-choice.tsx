import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { dollarsPerMonth, ORGANISATION_PLANS, planById } from '#contract/billing/catalogue.ts';
import type { SubscriptionPackage } from '#contract/billing/packages.contract.ts';
import { formatPrice } from '#frontend/lib/format.ts';
import { vortexNote } from '#frontend/lib/delivered-words.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { planPackages, plansBilled, tierOf } from '../package-queries.ts';
import { intervalWord, priceWords, savingWords, trialWords } from '../package-words.ts';
import { PlanCard, PlanCards } from './plan-card.tsx';

const Group = styled('section')({ marginBlockStart: 40 });
const Heading = styled('h2')(({ theme }) => ({ ...theme.typography.h2, margin: '0 0 4px' }));
const Lead = styled('p')(({ theme }) => ({ margin: '0 0 16px', color: theme.vars.palette.text.secondary }));

/** The plans of the plan screen's two rows (PLAN-08); Creator Pro has a row of its own. */
const FIRST_TIERS: readonly string[] = ['basic', 'standard', 'premium'];
const isFirst = (plan: SubscriptionPackage) => FIRST_TIERS.includes(tierOf(plan));

interface PlanChoiceProps {
  /** The trial is still available. */
  readonly hasTrial: boolean;
  /** The page the user was heading for, to open after the payment. */
  readonly next?: string | undefined;
}

/** All plans for individuals and small companies (PLAN-08…10). */
export function PlanChoice({ hasTrial, next }: PlanChoiceProps) {
  const { data: plans, error, refetch } = useQuery(planPackages);
  if (!plans) {
    return (
      <Group as="div">
        {error ? (
          <ErrorState title={t('Failed to load payment packages')} error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState label={t('Loading subscription packages...')} rows={8} />
        )}
      </Group>
    );
  }
  const monthly = plansBilled(plans, 'month');
  const yearly = plansBilled(plans, 'year');
  const ofCompanies = ORGANISATION_PLANS.filter(({ sold_by: soldBy }) => soldBy === 'checkout');
  return (
    <>
      <Lead>{vortexNote()}</Lead>
      <Group aria-labelledby="monthly">
        <Heading id="monthly">{t('Monthly')}</Heading>
        <Lead>{t('Paid monthly. Cancel whenever you like; you keep the month you paid for.')}</Lead>
        <PlanCards>
          {monthly.filter(isFirst).map((plan) => (
            <PersonCard key={plan.key} plan={plan} next={next} hasTrial={hasTrial} />
          ))}
        </PlanCards>
      </Group>
      <Group aria-labelledby="yearly">
        <Heading id="yearly">{t('Yearly')}</Heading>
        <Lead>{t('Two months free. Tokens and courses come each month, as with a monthly plan.')}</Lead>
        <PlanCards>
          {yearly.filter(isFirst).map((plan) => (
            <PersonCard key={plan.key} plan={plan} next={next} hasTrial={hasTrial} />
          ))}
        </PlanCards>
      </Group>
      <Group aria-labelledby="teaching">
        <Heading id="teaching">{t('For people who teach, and for companies')}</Heading>
        <Lead>{t('More of everything, a share of what you sell, or one pool of tokens for a whole company.')}</Lead>
        <PlanCards>
          {[...monthly, ...yearly]
            .filter((plan) => !isFirst(plan))
            .map((plan) => (
              <PersonCard key={plan.key} plan={plan} next={next} hasTrial={hasTrial} />
            ))}
          {ofCompanies.map((plan) => (
            <PlanCard
              key={plan.id}
              name={plan.name}
              price={formatPrice(plan.amount_cents / 100)}
              unit={t('a year')}
              description={t('One pool of tokens for everybody you invite.')}
              features={plan.features}
              packageId={plan.id}
              next={next}
              which={intervalWord('year')}
            />
          ))}
        </PlanCards>
      </Group>
    </>
  );
}

interface PersonCardProps extends PlanChoiceProps {
  readonly plan: SubscriptionPackage;
}

/** A yearly card shows its monthly price, and below it the amount due and the saving (PLAN-10, G03). */
function PersonCard({ plan, next, hasTrial }: PersonCardProps) {
  const known = plan.interval === 'year' ? planById(plan.key) : undefined;
  const notes = known ? [savingWords(plan), t('{price}, billed yearly', { price: priceWords(plan) })] : [];
  if (hasTrial && plan.trial_days > 0) notes.push(trialWords(plan), t('The trial needs a confirmed email address.'));
  return (
    <PlanCard
      name={plan.name}
      price={formatPrice(known ? dollarsPerMonth(known) : plan.amount)}
      unit={t('a month')}
      notes={notes}
      description={translateServerText(plan.description)}
      features={plan.features}
      isPopular={plan.popular}
      packageId={plan.key}
      next={next}
      which={intervalWord(plan.interval)}
    />
  );
}

/** The heading and the question of the plan screen. */
export function PlanIntro({ firstName }: { readonly firstName: string | null }) {
  return (
    <>
      <Typography variant="h1" tabIndex={-1}>
        {t('Choose your plan')}
      </Typography>
      <Typography color="textSecondary" sx={{ marginBlockStart: 0.5, maxWidth: '60ch' }}>
        {firstName === null
          ? t('Pick a plan or start free. You can change at any time.')
          : t('Welcome, {name}. Pick a plan or start free. You can change at any time.', { name: firstName })}
      </Typography>
    </>
  );
}
