import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { PartCost } from '#contract/generation/course-cost.ts';
import { formatTokenCount, formatTokens } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { tokenBalance, type TokenBalance } from '#frontend/lib/token-balance.ts';
import { SwitchField } from '#frontend/ui/fields/switch-field.tsx';
import { Figure } from '#frontend/ui/figure.tsx';
import {
  COMPONENTS,
  costOf,
  estimateCost,
  isWithinTokens,
  nextCourseInQuota,
  payWords,
  withinTokens,
  type NextCourseInQuota,
} from './cost-estimate.ts';
import { useValue, type CourseFormState } from './form-state.ts';

/** The switches have a column of their own, so that all prices end in one line: a switch and the gap before it. */
const SWITCH_COLUMN = { paddingInlineEnd: '76px' } as const;
const LINE = { display: 'flex', flex: 1, alignItems: 'baseline', justifyContent: 'space-between', gap: 2 } as const;

interface PricedProps {
  readonly name: string;
  readonly cost: PartCost;
  /** Switched off: it is not in the sum. */
  readonly isOff?: boolean;
}

/** A part of the course, and its price at the end of the line. */
const Priced = ({ name, cost, isOff = false }: PricedProps) => (
  <Box component="span" sx={LINE}>
    <Typography component="span" variant="body2">
      {name}
    </Typography>
    <Typography component="span" variant="body2" color={isOff ? 'textSecondary' : 'textPrimary'} noWrap>
      {cost.isCovered ? t('in your plan') : <Figure>{tokens(cost.most)}</Figure>}
    </Typography>
  </Box>
);

interface CostSummaryProps {
  readonly form: CourseFormState;
  readonly userId: string;
}

/**
 * The cost of the course, as a ruled list with one switch per component that a service provides (BLD-17, BLD-18); the others only say so
 * (G32). The estimate is the specified one; beside it stands what the account pays, for a plan may cover parts, and parts are made on demand.
 */
export function CostSummary({ form, userId }: CostSummaryProps) {
  const components = useValue(form, 'ai_components');
  const duration = useValue(form, 'duration');
  // The header fetches the balance; the form only reads the cache.
  const { data: balance } = useQuery({ ...tokenBalance(userId), enabled: false });
  const ofPlan = nextCourseInQuota(balance);
  const chosen = { ai_components: components, duration };
  const whole = estimateCost(chosen, undefined);
  return (
    <div>
      <Typography variant="caption" color="textSecondary" sx={{ ...LINE, ...SWITCH_COLUMN }}>
        <span>{t('Part')}</span>
        <span>{t('At most')}</span>
      </Typography>
      <List disablePadding>
        <ListItem divider disableGutters sx={{ display: 'block', ...SWITCH_COLUMN }}>
          <Priced name={t('Text of the course')} cost={costOf('base', { duration }, balance)} />
          {ofPlan && (
            <Typography variant="caption" color="textSecondary">
              {planWords(ofPlan)}
            </Typography>
          )}
        </ListItem>
        {COMPONENTS.map(({ name, label, hint, cost: part, isAvailable }) => {
          const cost = costOf(part, { duration }, balance);
          return (
            <ListItem key={name} divider disableGutters sx={{ display: 'block', paddingBlock: 0.5 }}>
              {isAvailable ? (
                <SwitchField
                  name={`ai_components.${name}`}
                  checked={components[name]}
                  onChange={({ target }) => form.set('ai_components', { ...components, [name]: target.checked })}
                  helper={cost.isCovered ? undefined : [t(hint), usualWords(cost)].filter(Boolean).join(' · ')}
                  label={<Priced name={t(label)} cost={cost} isOff={!components[name]} />}
                />
              ) : (
                <Stack direction="row" sx={{ flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}>
                  <Typography component="span" variant="body2">
                    {t(label)}
                  </Typography>
                  <Typography component="span" variant="body2" color="textSecondary">
                    {t('not yet available')}
                  </Typography>
                </Stack>
              )}
            </ListItem>
          );
        })}
      </List>
      <Stack
        direction="row"
        sx={{
          flexWrap: 'wrap',
          alignItems: 'baseline',
          justifyContent: 'space-between',
          columnGap: 2,
          marginBlockStart: 2,
          ...SWITCH_COLUMN,
        }}
      >
        <Typography variant="h3" component="span">
          {t('Cost estimate')}
        </Typography>
        <Typography variant="h6" component="output" aria-live="polite">
          {tokens(whole.most)}
        </Typography>
      </Stack>
      <Typography variant="body2">{payWords(chosen, balance)}</Typography>
      <Typography variant="body2" color="textSecondary" sx={{ marginBlockEnd: 2 }}>
        {balance ? haveWords(balance) : ' '}
      </Typography>
      {balance &&
        !isWithinTokens(chosen, balance) &&
        isWithinTokens({ ...chosen, ai_components: withinTokens(chosen, balance) }, balance) && (
          <Button
            variant="outlined"
            color="inherit"
            size="small"
            sx={{ marginBlockEnd: 2 }}
            onClick={() => form.set('ai_components', withinTokens(chosen, balance))}
          >
            {t('Leave out what my tokens do not cover')}
          </Button>
        )}
    </div>
  );
}

/** The organisation's pool pays for a whole course or not at all, so the two are shown separately. */
function haveWords({ balance, organisation_available: pool, organisation_name: organisation }: TokenBalance): string {
  const n = formatTokenCount(balance);
  if (pool === null || organisation === null) return t('You have {n} tokens.', { n });
  return t('You have {n} tokens and {pool} of {organisation}.', { n, pool: formatTokenCount(pool), organisation });
}

/** How many courses are left before this one. */
function planWords({ number, allowed, isMonthly }: NextCourseInQuota): string {
  const left = { n: allowed - number + 1, allowed };
  return isMonthly
    ? t('{n} of {allowed, plural, one {# course} other {# courses}} left this month', left)
    : t('{n} of {allowed, plural, one {# course} other {# courses}} left in this trial', left);
}

/** What a part costs besides its price at most. */
function usualWords({ most, usual }: PartCost): string {
  if (usual === 0) return t('nothing until you ask');
  return usual < most ? t('{n} tokens for this course', { n: formatTokens(usual) }) : '';
}

const tokens = (hundredths: number): string => t('{n} tokens', { n: formatTokens(hundredths) });
