import { useEffect } from 'react';
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
import { affordable, COMPONENTS, costOf, estimateCost, nextCourseInQuota, type NextCourseInQuota } from './cost-estimate.ts';
import { useValue, type CourseFormState } from './form-state.ts';
import { FORM_DEFAULTS } from './form-values.ts';

interface PricedProps {
  readonly name: string;
  readonly price: string;
  /** Switched off: it costs nothing. */
  readonly isOff?: boolean;
}

/** A part of the course, and its price at the end of the line. */
const Priced = ({ name, price, isOff = false }: PricedProps) => (
  <Stack component="span" direction="row" sx={{ flex: 1, alignItems: 'baseline', justifyContent: 'space-between', gap: 2 }}>
    <span>{name}</span>
    <Typography component={isOff ? 's' : 'span'} variant="h6" color={isOff ? 'textSecondary' : 'textPrimary'} noWrap>
      {price}
    </Typography>
  </Stack>
);

interface CostSummaryProps {
  readonly form: CourseFormState;
  readonly userId: string;
}

/**
 * The cost of the course, as a ruled list with one switch per component that a service provides (BLD-17, BLD-18); the others only say so
 * (G32). First a course of the plan, else tokens.
 */
export function CostSummary({ form, userId }: CostSummaryProps) {
  const components = useValue(form, 'ai_components');
  const duration = useValue(form, 'duration');
  // The header fetches the balance; the form only reads the cache.
  const { data: balance } = useQuery({ ...tokenBalance(userId), enabled: false });
  useEffect(() => {
    // all components are on (BLD-17) as far as plan and tokens suffice, until the user chooses
    if (balance && components === FORM_DEFAULTS.ai_components)
      form.preset('ai_components', affordable({ ai_components: components, duration }, balance));
  }, [balance, components, duration, form]);
  const ofPlan = nextCourseInQuota(balance);
  const estimate = estimateCost({ ai_components: components, duration }, balance);
  return (
    <div>
      <List disablePadding>
        <ListItem divider disableGutters sx={{ display: 'block' }}>
          <Priced
            name={t('Text of the course')}
            price={ofPlan ? t('1 course') : formatTokens(costOf('base', { duration }, balance).most)}
          />
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
                  helper={[t(hint), usualWords(cost)].filter(Boolean).join(' · ')}
                  label={
                    <Priced
                      name={t(label)}
                      price={cost.isCovered ? formatTokenCount(0) : formatTokens(cost.most)}
                      isOff={!components[name]}
                    />
                  }
                />
              ) : (
                <Stack direction="row" sx={{ flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}>
                  <span>{t(label)}</span>
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
        sx={{ flexWrap: 'wrap', alignItems: 'baseline', justifyContent: 'space-between', columnGap: 2, marginBlockStart: 2 }}
      >
        <Typography variant="h3" component="span">
          {t('Cost estimate')}
        </Typography>
        <Typography variant="h6" component="output" aria-live="polite">
          {totalWords(estimate.most, ofPlan !== null)}
        </Typography>
      </Stack>
      {estimate.usual < estimate.most && <Typography variant="body2">{courseWords(estimate.usual, ofPlan !== null)}</Typography>}
      <Typography variant="body2" color="textSecondary" sx={{ marginBlockEnd: 2 }}>
        {balance ? haveWords(balance) : ' '}
      </Typography>
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
    ? t('Included in your plan: {n} of {allowed} courses left this month', left)
    : t('Included in your plan: {n} of {allowed} courses left in this trial', left);
}

/** What a part costs besides its price at most. */
function usualWords({ isCovered, most, usual }: PartCost): string {
  if (isCovered) return t('included in your plan');
  if (usual === 0) return t('nothing until you ask');
  return usual < most ? t('usually {n}', { n: formatTokens(usual) }) : '';
}

/** The estimate is the most that a course costs; most cost less. */
function courseWords(usual: number, isTextCounted: boolean): string {
  const n = formatTokenCount(usual / 100);
  if (!isTextCounted) return t('At most. Such a course usually costs {n} tokens.', { n });
  return usual === 0
    ? t('At most. Such a course usually costs 1 course of your plan and no tokens.')
    : t('At most. Such a course usually costs 1 course of your plan and {n} tokens.', { n });
}

/** A course counted by the plan costs tokens only for the switched-on components. */
export function totalWords(estimate: number, isTextCounted: boolean): string {
  if (!isTextCounted) return t('{n} tokens', { n: formatTokens(estimate) });
  return estimate === 0 ? t('1 course') : t('1 course + {n} tokens', { n: formatTokens(estimate) });
}
