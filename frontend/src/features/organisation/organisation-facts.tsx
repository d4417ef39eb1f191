import type { Organisation } from '#contract/billing/organisation.contract.ts';
import { formatDate, formatNumber, formatTokenCount } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { FactStrip, type Fact } from '#frontend/ui/fact-strip.tsx';

function factsOf(organisation: Organisation): Fact[] {
  const { seats, seats_taken: taken, seats_invited: invited, tokens_held: held, active, renews } = organisation;
  const left = Math.max(0, seats - taken - invited);
  const ends = formatDate(organisation.ends_at);
  return [
    {
      name: t('Seats taken'),
      figure: t('{taken} of {seats}', { taken: formatNumber(taken), seats: formatNumber(seats) }),
      note:
        invited === 0
          ? t('{n, plural, one {# left} other {# left}}', { n: left })
          : t('{n, plural, one {# left} other {# left}}, {invited} held by invites', { n: left, invited: formatNumber(invited) }),
    },
    {
      name: t('Tokens in the pool'),
      figure: formatTokenCount(organisation.tokens_available),
      ...(held > 0 && { note: t('{n} more are reserved by work under way', { n: formatTokenCount(held) }) }),
    },
    { name: active ? (renews ? t('Renewal date') : t('Paid until')) : t('Ended on'), figure: ends, note: organisation.plan },
  ];
}

/** Seats, pool and renewal, for all members. */
export function OrganisationFacts({ organisation }: { readonly organisation: Organisation }) {
  return <FactStrip facts={factsOf(organisation)} />;
}
