import { styled } from '@mui/material/styles';
import type { Organisation } from '#contract/billing/organisation.contract.ts';
import { formatDate, formatNumber, formatTokenCount } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { TYPE_SCALE } from '#frontend/theme/tokens.ts';

const List = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 12rem), 1fr))',
  gap: '16px 32px',
  margin: '0 0 36px',
  '& > div': { borderInlineStart: `3px solid ${theme.vars.palette.primary.main}`, paddingInlineStart: 12 },
  '& dt': { fontSize: TYPE_SCALE.body, color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0 },
}));
const Figure = styled('dd')(({ theme }) => ({ ...theme.typography.h2 }));
const Note = styled('dd')(({ theme }) => ({ fontSize: TYPE_SCALE.body, color: theme.vars.palette.text.secondary }));

interface Fact {
  readonly name: string;
  readonly figure: string;
  readonly note?: string;
}

function factsOf(organisation: Organisation): Fact[] {
  const { seats, seats_taken: taken, seats_invited: invited, tokens_held: held, active } = organisation;
  const left = Math.max(0, seats - taken - invited);
  const ends = formatDate(organisation.ends_at);
  return [
    {
      name: t('Seats taken'),
      figure: t('{taken} of {seats}', { taken: formatNumber(taken), seats: formatNumber(seats) }),
      note:
        invited === 0
          ? t('{n} left', { n: formatNumber(left) })
          : t('{n} left, {invited} held by invites', { n: formatNumber(left), invited: formatNumber(invited) }),
    },
    {
      name: t('Tokens in the pool'),
      figure: formatTokenCount(organisation.tokens_available),
      ...(held > 0 && { note: t('{n} more are reserved by work under way', { n: formatTokenCount(held) }) }),
    },
    { name: active ? t('Renewal date') : t('Ended on'), figure: ends, note: organisation.plan },
  ];
}

/** Seats, pool and renewal, for everybody who belongs to it. */
export function OrganisationFacts({ organisation }: { readonly organisation: Organisation }) {
  return (
    <List>
      {factsOf(organisation).map(({ name, figure, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <Figure>{figure}</Figure>
          {note !== undefined && <Note>{note}</Note>}
        </div>
      ))}
    </List>
  );
}
