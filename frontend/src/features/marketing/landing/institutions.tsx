import { ORGANISATION_PLANS, type OrganisationPlan } from '#contract/billing/catalogue.ts';
import { GetStarted } from '#frontend/features/marketing/landing/get-started.tsx';
import { formatPrice } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';

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
          <li key={plan.id}>
            <h4>{plan.name}</h4>
            <p>
              <strong>{formatPrice(plan.amount_cents / 100)}</strong>
              {t('/year')}
            </p>
            {plan.features.map((feature) => (
              <p key={feature}>{feature}</p>
            ))}
            <GetStarted about={plan.name}>{t('Contact Sales')}</GetStarted>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Plans with seats and a shared token pool, for companies and for universities. */
export function Institutions() {
  return (
    <>
      <Group title={t('For companies, by the year')} audience="commercial" />
      <Group title={t('For universities, by the year')} audience="university" />
    </>
  );
}
