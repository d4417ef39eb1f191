import type { ReactNode } from 'react';
import Typography from '@mui/material/Typography';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useQuery } from '@tanstack/react-query';
import { styled } from '@mui/material/styles';
import Card from '@mui/material/Card';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import { dollarsPerMonth, ORGANISATION_PLANS, planById, type Interval } from '#contract/billing/catalogue.ts';
import type { SubscriptionPackage } from '#contract/billing/packages.contract.ts';
import type { User } from '#contract/identity/identity.contract.ts';
import { formatPrice } from '#frontend/lib/format.ts';
import { vortexNote } from '#frontend/lib/delivered-words.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { CheckIcon } from '#frontend/ui/icons.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { PopularMark } from '#frontend/ui/popular-mark.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { planPackages, plansBilled, tierOf } from '../package-queries.ts';
import { intervalWord, priceWords, savingWords, trialWords, featureWords } from '../package-words.ts';
import { standingPlan } from '../subscription/plan-words.ts';
import { currentSubscription } from '../subscription/subscription-queries.ts';
import { freePlanGives } from './offer.ts';
import { canStartTrial } from './trial.ts';

/** The plans in the first row of the plan screen (PLAN-08); Creator Pro is beside the plans for companies. */
const FIRST_TIERS: readonly string[] = ['basic', 'standard', 'premium'];
const isFirst = (plan: SubscriptionPackage) => FIRST_TIERS.includes(tierOf(plan));

interface PlanChoiceProps {
  /** Null for a visitor. */
  readonly user: User | null;
  /** The chosen billing interval; undefined for that of the user's plan, or else monthly. */
  readonly billed: Interval | undefined;
  readonly onBilled: (billed: Interval) => void;
  /** The page the user was heading for, to open after the payment. */
  readonly next?: string | undefined;
  /** The button to begin without a plan, on a card of its own beside the others; absent for users with a plan. */
  readonly free?: ReactNode;
}

/** All plans for individuals and small companies, each once, billed monthly or yearly (PLAN-08…10). */
export function PlanChoice({ user, billed, onBilled, next, free }: PlanChoiceProps) {
  const { data: plans, error, refetch } = useQuery(planPackages);
  const own = useQuery({ ...currentSubscription(user?.user_id ?? ''), enabled: user !== null && user.subscription_status !== 'free' });
  if (!plans || own.isLoading) {
    return (
      <Box sx={{ marginBlockStart: 5 }}>
        {error ? (
          <ErrorState title={t('Failed to load payment packages')} error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState label={t('Loading subscription packages...')} rows={8} />
        )}
      </Box>
    );
  }
  const interval = billed ?? own.data?.interval ?? 'month';
  const shown = plansBilled(plans, interval);
  const ofCompanies = ORGANISATION_PLANS.filter(({ sold_by: soldBy }) => soldBy === 'checkout');
  const cards = (some: readonly SubscriptionPackage[]) =>
    some.map((plan) => (
      <PersonCard
        key={plan.key}
        plan={plan}
        next={next}
        hasTrial={canStartTrial(user)}
        isCurrent={own.data !== undefined && standingPlan(own.data) === plan.key}
        isFilled={plan.popular && free === undefined}
      />
    ));
  return (
    <>
      <RuledSection title={t('For learners')}>
        <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1, marginBlock: 2 }}>
          <ToggleButtonGroup
            exclusive
            value={interval}
            aria-label={t('Billing')}
            onChange={(_event, chosen: Interval | null) => chosen && onBilled(chosen)}
          >
            <ToggleButton value="month">{t('Monthly')}</ToggleButton>
            <ToggleButton value="year">{t('Yearly, two months free')}</ToggleButton>
          </ToggleButtonGroup>
          <Typography variant="body2" color="textSecondary">
            {interval === 'month'
              ? t('Billed monthly. Cancel at any time and keep the month you paid for.')
              : t('Two months free. You get tokens and courses each month, as with a monthly plan.')}
          </Typography>
        </Stack>
        <PlanCards>
          {free !== undefined && <FreeCard action={free} />}
          {cards(shown.filter(isFirst))}
        </PlanCards>
      </RuledSection>
      <RuledSection title={t('For teachers and companies')}>
        <Typography color="textSecondary" sx={{ marginBlock: 1.5 }}>
          {t('More of everything, a share of your sales, or one token pool for a whole company.')}
        </Typography>
        <PlanCards>
          {cards(shown.filter((plan) => !isFirst(plan)))}
          {ofCompanies.map((plan) => (
            <PlanCard
              key={plan.id}
              name={plan.name}
              price={formatPrice(plan.amount_cents / 100)}
              unit={t('a year')}
              description={t('One token pool for everyone you invite.')}
              features={plan.features}
              action={<ChooseLink packageId={plan.id} name={plan.name} which={intervalWord('year')} next={next} />}
            />
          ))}
        </PlanCards>
      </RuledSection>
      <Typography variant="body2" color="textSecondary" sx={{ marginBlockStart: 3 }}>
        {vortexNote()}
      </Typography>
    </>
  );
}

interface PersonCardProps {
  readonly plan: SubscriptionPackage;
  readonly next: string | undefined;
  /** Whether the trial is still available. */
  readonly hasTrial: boolean;
  /** Whether the user has this plan: it then cannot be bought again, only managed. */
  readonly isCurrent: boolean;
  /** Whether this is the main button. */
  readonly isFilled: boolean;
}

/** A plan for individuals. A yearly card shows its monthly price, and below it the amount due and the saving (PLAN-10, G03). */
function PersonCard({ plan, next, hasTrial, isCurrent, isFilled }: PersonCardProps) {
  const known = plan.interval === 'year' ? planById(plan.key) : undefined;
  const notes = known ? [savingWords(plan), t('{price}, billed yearly', { price: priceWords(plan) })] : [];
  if (hasTrial && plan.trial_days > 0) notes.push(trialWords(plan), t('You need a confirmed email address to start the trial.'));
  return (
    <PlanCard
      name={plan.name}
      price={formatPrice(known ? dollarsPerMonth(known) : plan.amount)}
      unit={t('a month')}
      notes={notes}
      description={translateServerText(plan.description)}
      features={plan.features}
      isPopular={plan.popular}
      action={
        isCurrent ? (
          <LinkButton to="/billing" variant="outlined">
            {t('Your plan')}
            <VisuallyHidden>{` ${plan.name} ${intervalWord(plan.interval)}`}</VisuallyHidden>
          </LinkButton>
        ) : (
          <ChooseLink packageId={plan.key} name={plan.name} which={intervalWord(plan.interval)} next={next} isFilled={isFilled} />
        )
      }
    />
  );
}

/** The features available to everybody without a plan. */
function FreeCard({ action }: { readonly action: ReactNode }) {
  return (
    <PlanCard
      name={t('Free')}
      price={formatPrice(0)}
      unit={t('a month')}
      notes={[t('No card needed')]}
      description={t('A place to start, for as long as you like.')}
      features={freePlanGives()}
      action={action}
    />
  );
}

interface ChooseLinkProps {
  readonly packageId: string;
  readonly name: string;
  /** Completes the link's accessible name: `yearly`. */
  readonly which: string;
  readonly next: string | undefined;
  readonly isFilled?: boolean;
}

/** Leads to the payment of a plan (PLAN-12). */
const ChooseLink = ({ packageId, name, which, next, isFilled = false }: ChooseLinkProps) => (
  <LinkButton
    to="/plans/$packageId"
    params={{ packageId }}
    search={next === undefined ? {} : { next }}
    variant={isFilled ? 'contained' : 'outlined'}
  >
    {t('Choose {plan}', { plan: name })}
    <VisuallyHidden> {which}</VisuallyHidden>
  </LinkButton>
);

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

/** A card whose parts align with those of the neighbouring cards (subgrid). */
const Plan = styled(Card)(({ theme }) => ({
  display: 'grid',
  gridRow: 'span 4',
  gridTemplateRows: 'subgrid',
  gap: '12px 0',
  padding: 20,
  '&[data-popular]': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: -2 },
})) as typeof Card;

/** Cards side by side whose names, prices, features and buttons align. */
export const PlanCards = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gap: 20,
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(auto-fit, minmax(13.5rem, 1fr))' },
}));

interface PlanCardProps {
  readonly name: string;
  /** `$25`, in large type. */
  readonly price: string;
  /** `a month`, beside the price. */
  readonly unit: string;
  /** Notes on the price: billing, saving, trial. The first is bold. */
  readonly notes?: readonly string[];
  readonly description: string;
  readonly features: readonly string[];
  readonly isPopular?: boolean;
  /** Its only button, above the features, so that it is in view however many there are. */
  readonly action: ReactNode;
}

/** One plan: its name and price, its button, and its features (PLAN-08). */
export function PlanCard({ name, price, unit, notes, description, features, isPopular = false, action }: PlanCardProps) {
  return (
    <Plan component="li" data-popular={isPopular || undefined}>
      <PlanName name={name} mark={isPopular && t('MOST POPULAR')} description={description} heading="h3" />
      <PlanPrice price={price} unit={unit} {...(notes && { notes })} />
      {action}
      <PlanFeatures features={features} />
    </Plan>
  );
}

interface PlanNameProps {
  readonly name: string;
  /** Says that many people choose it. */
  readonly mark: string | false;
  readonly description?: string;
  /** Inside a label it is not a heading. */
  readonly heading: 'h3' | 'p';
}

/** The name of an offer and its description, as on all cards of offers. */
export function PlanName({ name, mark, description, heading }: PlanNameProps) {
  return (
    <div>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'baseline', justifyContent: 'space-between', columnGap: 1.5 }}>
        <Typography component={heading} variant="h2">
          {name}
        </Typography>
        {mark && <PopularMark>{mark}</PopularMark>}
      </Stack>
      {description && (
        <Typography variant="body2" color="textSecondary">
          {description}
        </Typography>
      )}
    </div>
  );
}

/** The price of an offer, as on all cards of offers. */
export function PlanPrice({ price, unit, notes }: Pick<PlanCardProps, 'price' | 'notes'> & { readonly unit?: string }) {
  return (
    <div>
      <Typography variant="h1" component="p">
        {price}
        {unit && (
          <Typography component="span" variant="body2" color="textSecondary">
            {` ${unit}`}
          </Typography>
        )}
      </Typography>
      {notes?.map((note, index) => (
        <Typography key={note} component="p" {...(index === 0 ? { variant: 'subtitle2' } : { variant: 'body2', color: 'textSecondary' })}>
          {note}
        </Typography>
      ))}
    </div>
  );
}

/** The features of a plan, as on all cards of offers. */
export function PlanFeatures({ features }: Pick<PlanCardProps, 'features'>) {
  return (
    <List dense disablePadding>
      {features.map((feature) => (
        <ListItem key={feature} disableGutters sx={{ gap: 1, paddingBlock: 0.25, alignItems: 'flex-start' }}>
          <CheckIcon color="primary" fontSize="small" aria-hidden />
          <Typography variant="body2">{featureWords(feature)}</Typography>
        </ListItem>
      ))}
    </List>
  );
}
