import { styled } from '@mui/material/styles';
import { TYPE_SCALE } from '#frontend/theme/tokens.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { PopularMark } from '#frontend/ui/popular-mark.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { featureWords } from '../package-words.ts';

/** A column under a rule; the popular one has the margin rule of the state 'done'. All parts align with the neighbouring cards' (subgrid). */
const Card = styled('li')(({ theme }) => ({
  display: 'grid',
  gridRow: 'span 4',
  gridTemplateRows: 'subgrid',
  alignItems: 'start',
  gap: '12px 0',
  paddingBlock: '12px 20px',
  borderBlockStart: `2px solid ${theme.vars.palette.text.primary}`,
  '&[data-popular]': { borderBlockStart: `4px solid ${theme.vars.palette.primary.main}`, paddingBlockStart: 10 },
}));
const Head = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', justifyContent: 'space-between', gap: '0 12px' });
const Name = styled('h3')(({ theme }) => ({ ...theme.typography.h2, margin: 0 }));
const Price = styled('p')({ margin: 0, fontSize: TYPE_SCALE.page, fontWeight: 650, lineHeight: 1.1 });
const Unit = styled('span')(({ theme }) => ({ ...theme.typography.body2, fontWeight: 400, color: theme.vars.palette.text.secondary }));
const Note = styled('p')(({ theme }) => ({
  ...theme.typography.body2,
  margin: '6px 0 0',
  color: theme.vars.palette.text.secondary,
  '&[data-strong]': { color: theme.vars.palette.text.primary, fontWeight: 600 },
}));
const Features = styled('ul')(({ theme }) => ({
  ...theme.typography.body2,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': { paddingBlock: 5, borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}` },
}));

/** Cards side by side whose names, prices, features and buttons align. */
export const PlanCards = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gap: '24px 32px',
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(auto-fit, minmax(15rem, 1fr))' },
}));

export interface PlanCardProps {
  readonly name: string;
  /** `$25`, in large type. */
  readonly price: string;
  /** `a month`, beside it. */
  readonly unit: string;
  /** Notes on the price: billing, saving, trial. The first is bold. */
  readonly notes?: readonly string[];
  readonly description: string;
  readonly features: readonly string[];
  readonly isPopular?: boolean;
  readonly packageId: string;
  readonly next?: string | undefined;
  /** Completes the button's accessible name: `yearly`. */
  readonly which: string;
}

/** One plan: its name, price and features, and the link to its payment (PLAN-08, PLAN-12). */
export function PlanCard({ name, price, unit, notes, description, features, isPopular = false, packageId, next, which }: PlanCardProps) {
  return (
    <Card data-popular={isPopular || undefined}>
      <div>
        <Head>
          <Name>{name}</Name>
          {isPopular && <PopularMark>{t('MOST POPULAR')}</PopularMark>}
        </Head>
        <Note>{description}</Note>
      </div>
      <div>
        <Price>
          {price} <Unit>{unit}</Unit>
        </Price>
        {notes?.map((note, index) => (
          <Note key={note} data-strong={index === 0 || undefined}>
            {note}
          </Note>
        ))}
      </div>
      <Features>
        {features.map((feature) => (
          <li key={feature}>{featureWords(feature)}</li>
        ))}
      </Features>
      <LinkButton
        to="/plans/$packageId"
        params={{ packageId }}
        search={next === undefined ? {} : { next }}
        variant="outlined"
        sx={{ justifySelf: 'start' }}
      >
        {t('Choose {plan}', { plan: name })}
        <VisuallyHidden> {which}</VisuallyHidden>
      </LinkButton>
    </Card>
  );
}
