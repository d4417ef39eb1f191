import { organisationPlanById, planById } from '#contract/billing/catalogue.ts';
import type { CurrentSubscription } from '#contract/billing/subscription.contract.ts';
import { formatCents, formatDate } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import type { Fact } from '#frontend/ui/fact-strip.tsx';

const isTrial = ({ status }: CurrentSubscription): boolean => status === 'Trial';
/** Whether the plan is shared by an organisation, with a token pool. */
export const isForOrganisation = ({ package_id: id }: CurrentSubscription): boolean =>
  id !== null && organisationPlanById(id) !== undefined;
/**
 * Whether the user has a paid plan of their own, so that choosing another plan changes it. A trial, an organisation's plan and the free
 * plan are replaced by a purchase.
 */
export const isOwnAndPaid = ({ package_id: id, status }: CurrentSubscription): boolean =>
  id !== null && planById(id) !== undefined && (status === 'Active' || status === 'Payment due');

/** The id of the plan that cannot be bought or changed to, because it is active and renews; null when there is none. */
export const standingPlan = (plan: CurrentSubscription): string | null => (isOwnAndPaid(plan) || plan.renews ? plan.package_id : null);
const daysLeft = (days: number): string => t('{n, plural, one {# day} other {# days}} left', { n: days });

/** `$30.00 a month`; empty for a free plan. */
export const costWords = ({ amount_cents: cents, interval }: CurrentSubscription): string => {
  if (cents === null || interval === null) return '';
  return interval === 'year' ? t('{price} a year', { price: formatCents(cents) }) : t('{price} a month', { price: formatCents(cents) });
};

/** The name of a future plan by its id; the id itself if the catalogue does not contain it. */
export const nameOfPlan = (packageId: string): string => planById(packageId)?.name ?? packageId;

/** The name with the billing interval, where monthly and yearly plans occur together. */
export function planNameWithInterval(packageId: string): string {
  const plan = nameOfPlan(packageId);
  const interval = planById(packageId)?.interval;
  if (!interval) return plan;
  return interval === 'year' ? t('{plan} (yearly)', { plan }) : t('{plan} (monthly)', { plan });
}

/** Whether a monthly plan follows a yearly one. */
const endsYear = ({ interval, next_package_id: next }: CurrentSubscription): boolean =>
  interval === 'year' && next !== null && planById(next)?.interval === 'month';

const statusWord = (status: NonNullable<CurrentSubscription['status']>): string =>
  ({ Active: t('Active'), Trial: t('Trial'), 'Payment due': t('Payment due') })[status];

/** Plan names are the same in every language; 'Free Plan' is translated. */
const shownName = ({ package_id: id, plan }: CurrentSubscription): string => (id === null ? t('Free Plan') : plan);

/** The plan: its name, its status when it has one (G13: a free plan has none), and its price. */
function planFact(plan: CurrentSubscription): Fact {
  const [status, cost] = [plan.status === null ? '' : statusWord(plan.status), costWords(plan)];
  const note = status !== '' && cost !== '' ? t('{status}, {cost}', { status, cost }) : status || cost;
  return { name: t('Plan'), figure: shownName(plan), ...(note !== '' && { note }) };
}

/** When it renews, ends or starts to cost money; null for a free plan. */
function dateFact(plan: CurrentSubscription): Fact | null {
  if (isTrial(plan) && plan.trial_ends !== null) {
    const note = plan.trial_days_left === null ? undefined : daysLeft(plan.trial_days_left);
    return { name: t('Trial ends'), figure: formatDate(plan.trial_ends), ...(note !== undefined && { note }) };
  }
  if (plan.period_end === null) return null;
  const figure = formatDate(plan.period_end);
  if (plan.cancel_at_period_end) return { name: t('Ends'), figure, note: t('Does not renew.') };
  if (!plan.renews) return { name: t('Paid until'), figure };
  if (plan.next_package_id !== null)
    return {
      name: t('Renews'),
      figure,
      note: t('as {plan}', { plan: endsYear(plan) ? planNameWithInterval(plan.next_package_id) : nameOfPlan(plan.next_package_id) }),
    };
  return { name: t('Renews'), figure };
}

export const factsOf = (plan: CurrentSubscription): readonly Fact[] => [planFact(plan), dateFact(plan)].filter((fact) => fact !== null);

/** Remarks on the plan beyond its figures; null when there are none. */
export function standingWords(plan: CurrentSubscription): string | null {
  if (plan.status === 'Payment due')
    return t('The last payment did not go through. To keep your plan, confirm it in the list of payments or change your card.');
  if (plan.ends_by_itself && !plan.cancel_at_period_end) {
    return t('The trial simply ends, and you will not be charged. You are then on the Free Plan; your courses stay yours.');
  }
  if (plan.cancel_at_period_end && plan.period_end !== null && isForOrganisation(plan)) {
    return t(
      'You have cancelled. Nothing changes until {date}; after that, members can no longer use the organisation’s pool, and everyone returns to their own plan. All courses and purchased tokens stay.',
      { date: formatDate(plan.period_end) },
    );
  }
  if (plan.cancel_at_period_end && plan.period_end !== null) {
    return t(
      'You have cancelled. Everything stays until {date}; after that you have the Free Plan, and your courses and bought tokens stay yours.',
      {
        date: formatDate(plan.period_end),
      },
    );
  }
  if (plan.next_package_id !== null && plan.period_end !== null && endsYear(plan)) {
    return t('Your year is paid until {date}. {plan} starts then, billed monthly.', {
      plan: nameOfPlan(plan.next_package_id),
      date: formatDate(plan.period_end),
    });
  }
  return null;
}
