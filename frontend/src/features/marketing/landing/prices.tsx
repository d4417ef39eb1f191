import { namesUndelivered } from '#contract/platform/named-parts.ts';
import {
  dollarsPerMonth,
  FREE_PLAN,
  PLANS,
  TIERS,
  TOKEN_PACKAGES,
  TRIAL,
  yearlySaving,
  type Plan,
  type Tier,
  ORGANISATION_PLANS,
  type OrganisationPlan,
} from '#contract/billing/catalogue.ts';
import { REFUND_DAYS, REFUND_ONCE_IN_MONTHS } from '#contract/billing/refund-policy.ts';
import { Chapter } from '#frontend/features/marketing/landing/chapter.tsx';
import { GetStarted } from '#frontend/features/marketing/landing/get-started.tsx';
import { vortexNote } from '#frontend/lib/delivered-words.ts';
import { formatNumber, formatPrice } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';

const price = (cents: number): string => formatPrice(cents / 100);
const planOf = (tier: Tier, interval: Plan['interval']): Plan => PLANS.find((plan) => plan.tier === tier && plan.interval === interval)!;

/** The features of a plan, with a note on those not available yet (A18). */
function Contents({ plan }: { readonly plan: Plan }) {
  return (
    <ul className="lp-contents">
      {plan.features.map((feature) => (
        <li key={feature}>
          {feature}
          {namesUndelivered(feature) && <em>{t('not yet available')}</em>}
        </li>
      ))}
    </ul>
  );
}

/** One plan as a card, with its monthly and its yearly price and button, of which one pair is shown. */
function PlanCard({ tier }: { readonly tier: Tier }) {
  const monthly = planOf(tier, 'month');
  const yearly = planOf(tier, 'year');
  return (
    <li className="lp-card lp-plan" data-popular={monthly.popular || undefined}>
      <div className="lp-plan-name">
        <h3>{monthly.name}</h3>
        {monthly.popular && <p className="lp-popular">{t('MOST POPULAR')}</p>}
        <p className="lp-small">{monthly.description}</p>
      </div>
      <div className="lp-cost" data-billed="month">
        <p>
          <strong>{price(monthly.amount_cents)}</strong>
          {t('/month')}
        </p>
        <p className="lp-small">{t('or {price}/year', { price: price(yearly.amount_cents) })}</p>
      </div>
      <div className="lp-cost" data-billed="year">
        <p>
          <strong>{price(yearly.amount_cents)}</strong>
          {t('/year')}
        </p>
        <p className="lp-small">
          {t('{perMonth} a month; you save {saving}, two months free', {
            perMonth: formatPrice(dollarsPerMonth(yearly)),
            saving: price(yearlySaving(yearly) ?? 0),
          })}
        </p>
      </div>
      {[monthly, yearly].map(({ id, name, interval }) => (
        <div key={id} className="lp-choose" data-billed={interval}>
          <GetStarted about={name} packageId={id}>
            {t('Get Started')}
          </GetStarted>
        </div>
      ))}
      <Contents plan={monthly} />
    </li>
  );
}

/** Switches between the two prices of each plan: two radio buttons and a rule in prices.css, so that it works without any script. */
function BillingToggle() {
  return (
    <fieldset className="lp-billing">
      <legend className="lp-heard">{t('Billing')}</legend>
      <label>
        <input type="radio" name="billing" value="month" defaultChecked />
        {t('Monthly')}
      </label>
      <label>
        <input type="radio" name="billing" value="year" />
        {t('Yearly, two months free')}
      </label>
    </fieldset>
  );
}

function TokenPackages() {
  const [first, last] = [TOKEN_PACKAGES[0]!, TOKEN_PACKAGES.at(-1)!];
  return (
    <>
      <h3 className="lp-subtitle">{t('More tokens, bought once')}</h3>
      <p className="lp-measure">
        {t('Token packages from {first} to {last}. What you buy does not expire.', {
          first: price(first.amount_cents),
          last: price(last.amount_cents),
        })}
      </p>
      <ul className="lp-packages">
        {TOKEN_PACKAGES.map((pack) => (
          <li key={pack.id} className="lp-card">
            <strong>{price(pack.amount_cents)}</strong>
            <span>{t('{n} tokens', { n: formatNumber(pack.tokens) })}</span>
            {pack.bonus_tokens > 0 && <span className="lp-small">{t('and {n} bonus tokens', { n: formatNumber(pack.bonus_tokens) })}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Every offer; all figures come from the catalogue. */
export function Prices() {
  return (
    <Chapter
      id="pricing"
      title={t('Plans and prices')}
      note={
        <>
          <p>{t('Prices are in US dollars. Tokens and courses are per month, even when you pay yearly.')}</p>
          <p>
            {t('A subscription payment can be refunded within {days} days, once every {months} months.', {
              days: REFUND_DAYS,
              months: REFUND_ONCE_IN_MONTHS,
            })}{' '}
            {t('Your usage so far is deducted at list prices.')}
          </p>
        </>
      }
    >
      <p className="lp-measure">
        {t('Everyone starts free: {daily} tokens a day, {monthly} tokens a month and one text course a month. No card needed.', {
          daily: FREE_PLAN.daily_tokens,
          monthly: FREE_PLAN.monthly_tokens,
        })}{' '}
        {t(
          'Yearly Basic, Standard and Premium plans begin with {days} free days: {tokens} tokens a day and up to {courses} courses. No card needed; one trial per person, with a confirmed email address.',
          {
            days: TRIAL.days,
            tokens: TRIAL.daily_tokens,
            courses: TRIAL.courses,
          },
        )}
      </p>
      <BillingToggle />
      <ul className="lp-plans">
        {TIERS.map((tier) => (
          <PlanCard key={tier} tier={tier} />
        ))}
      </ul>
      <p className="lp-small lp-measure">{vortexNote()}</p>
      <TokenPackages />
      <Institutions />
    </Chapter>
  );
}

interface GroupProps {
  readonly title: string;
  readonly audience: OrganisationPlan['audience'];
}

function Group({ title, audience }: GroupProps) {
  return (
    <>
      <h3 className="lp-subtitle">{title}</h3>
      <ul className="lp-institutions">
        {ORGANISATION_PLANS.filter((plan) => plan.audience === audience).map((plan) => (
          <li key={plan.id} className="lp-card">
            <h4>{plan.name}</h4>
            <p>
              <strong>{formatPrice(plan.amount_cents / 100)}</strong>
              {t('/year')}
            </p>
            {plan.features.map((feature) => (
              <p key={feature}>{feature}</p>
            ))}
            {/* a plan for hundreds of people is sold in conversation; the form for a learner's account would lead nowhere (G16) */}
            <a className="lp-button" href={`/contact-sales?plan=${plan.id}`}>
              {t('Contact Sales')}
              <span className="lp-heard">: {plan.name}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Plans with seats and a shared token pool, for companies and for universities. */
function Institutions() {
  return (
    <>
      <Group title={t('For companies, by the year')} audience="commercial" />
      <Group title={t('For universities, by the year')} audience="university" />
    </>
  );
}
