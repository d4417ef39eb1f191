import { ORGANISATION_PLANS, type OrganisationPlan } from '#contract/billing/catalogue.ts';
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
          <li key={plan.id} className="lp-card">
            <h4>{plan.name}</h4>
            <p>
              <strong>{formatPrice(plan.amount_cents / 100)}</strong>
              {t('/year')}
            </p>
            {plan.features.map((feature) => (
              <p key={feature}>{feature}</p>
            ))}
            {/* a plan for hundreds of people is talked about: the form of a learner's account would lead nowhere (G16) */}
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
export function Institutions() {
  return (
    <>
      <Group title={t('For companies, by the year')} audience="commercial" />
      <Group title={t('For universities, by the year')} audience="university" />
    </>
  );
}
