import { styled } from '@mui/material/styles';
import Card from '@mui/material/Card';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { t } from '#frontend/lib/text.ts';
import { CheckIcon } from '#frontend/ui/icons.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { PopularMark } from '#frontend/ui/popular-mark.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { featureWords } from '../package-words.ts';

/** All parts align with those of the neighbouring cards (subgrid). */
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
  gap: 24,
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
  /** The plan the person has: it cannot be bought again, only seen to. */
  readonly isCurrent?: boolean;
  readonly packageId: string;
  readonly next?: string | undefined;
  /** Completes the button's accessible name: `yearly`. */
  readonly which: string;
}

/** One plan: its name, price and features, and the link to its payment (PLAN-08, PLAN-12). */
export function PlanCard({
  name,
  price,
  unit,
  notes,
  description,
  features,
  isPopular = false,
  isCurrent = false,
  packageId,
  next,
  which,
}: PlanCardProps) {
  return (
    <Plan component="li" data-popular={isPopular || undefined}>
      <div>
        <Stack
          direction="row"
          useFlexGap
          sx={{ flexWrap: 'wrap', alignItems: 'baseline', justifyContent: 'space-between', columnGap: 1.5 }}
        >
          <Typography component="h3" variant="h2">
            {name}
          </Typography>
          {isPopular && <PopularMark>{t('MOST POPULAR')}</PopularMark>}
        </Stack>
        <Typography variant="body2" color="textSecondary">
          {description}
        </Typography>
      </div>
      <div>
        <Typography variant="h1" component="p">
          {price}{' '}
          <Typography component="span" variant="body2" color="textSecondary">
            {unit}
          </Typography>
        </Typography>
        {notes?.map((note, index) => (
          <Typography key={note} component="p" {...(index === 0 ? { variant: 'subtitle2' } : { variant: 'body2', color: 'textSecondary' })}>
            {note}
          </Typography>
        ))}
      </div>
      <List dense disablePadding>
        {features.map((feature) => (
          <ListItem key={feature} disableGutters sx={{ gap: 1, paddingBlock: 0.25, alignItems: 'flex-start' }}>
            <CheckIcon color="primary" fontSize="small" aria-hidden />
            <Typography variant="body2">{featureWords(feature)}</Typography>
          </ListItem>
        ))}
      </List>
      {isCurrent ? (
        <LinkButton to="/billing" variant="outlined" sx={{ alignSelf: 'end' }}>
          {t('Your plan')}
          <VisuallyHidden>{` ${name} ${which}`}</VisuallyHidden>
        </LinkButton>
      ) : (
        <LinkButton
          to="/plans/$packageId"
          params={{ packageId }}
          search={next === undefined ? {} : { next }}
          variant={isPopular ? 'contained' : 'outlined'}
          sx={{ alignSelf: 'end' }}
        >
          {t('Choose {plan}', { plan: name })}
          <VisuallyHidden> {which}</VisuallyHidden>
        </LinkButton>
      )}
    </Plan>
  );
}
