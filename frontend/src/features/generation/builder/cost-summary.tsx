import { useEffect } from 'react';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import type { PartCost } from '#contract/generation/course-cost.ts';
import { formatTokenCount, formatTokens } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { tokenBalance, type TokenBalance } from '#frontend/lib/token-balance.ts';
import { SwitchField } from '#frontend/ui/fields/switch-field.tsx';
import { affordable, COMPONENTS, costOf, estimateCost, nextCourseInQuota, type NextCourseInQuota } from './cost-estimate.ts';
import { useValue, type CourseFormState } from './form-state.ts';
import { FORM_DEFAULTS } from './form-values.ts';

const List = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });
const Line = styled('li')(({ theme }) => ({
  ...theme.typography.body2,
  paddingBlock: 4,
  borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
}));
const Pair = styled('span')({ display: 'flex', justifyContent: 'space-between', gap: 16, '& > :last-child': { whiteSpace: 'nowrap' } });
const Base = styled('div')({ display: 'flex', justifyContent: 'space-between', gap: 16, minHeight: 44, alignItems: 'center' });
const Total = styled('div')(({ theme }) => ({
  ...theme.typography.h3,
  display: 'flex',
  justifyContent: 'space-between',
  gap: 16,
  paddingBlockStart: 12,
  borderBlockStart: `2px solid ${theme.vars.palette.text.primary}`,
  marginBlockStart: -1,
}));
const Note = styled('div')(({ theme }) => ({
  ...theme.typography.caption,
  marginBlockStart: -8,
  paddingBlockEnd: 4,
  color: theme.vars.palette.text.secondary,
}));
const Have = styled('p')(({ theme }) => ({
  ...theme.typography.body2,
  margin: 0,
  paddingBlock: '2px 12px',
  textAlign: 'end',
  color: theme.vars.palette.text.secondary,
}));

const Usually = styled('p')(({ theme }) => ({ ...theme.typography.body2, margin: 0, paddingBlock: 4, textAlign: 'end' }));

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
      <List>
        <Line>
          <Base>
            <span>{t('Text of the course')}</span>
            <span>{ofPlan ? t('1 course') : formatTokens(costOf('base', { duration }, balance).most)}</span>
          </Base>
          {ofPlan && <Note>{planWords(ofPlan)}</Note>}
        </Line>
        {COMPONENTS.map(({ name, label, hint, cost: part, isAvailable }) => {
          const cost = costOf(part, { duration }, balance);
          return (
            <Line key={name}>
              {isAvailable ? (
                <SwitchField
                  name={`ai_components.${name}`}
                  checked={components[name]}
                  onChange={({ target }) => form.set('ai_components', { ...components, [name]: target.checked })}
                  helper={[t(hint), usualWords(cost)].filter(Boolean).join(' · ')}
                  label={
                    <Pair>
                      <span>{t(label)}</span>
                      <span style={components[name] ? undefined : { textDecoration: 'line-through' }}>
                        {cost.isCovered ? formatTokenCount(0) : formatTokens(cost.most)}
                      </span>
                    </Pair>
                  }
                />
              ) : (
                <Pair>
                  <span>{t(label)}</span>
                  <span style={{ whiteSpace: 'normal' }}>{t('not yet available')}</span>
                </Pair>
              )}
            </Line>
          );
        })}
      </List>
      <Total>
        <span>{t('Cost estimate')}</span>
        <output aria-live="polite">{totalWords(estimate.most, ofPlan !== null)}</output>
      </Total>
      {estimate.usual < estimate.most && <Usually>{courseWords(estimate.usual, ofPlan !== null)}</Usually>}
      <Have>{balance ? haveWords(balance) : ' '}</Have>
    </div>
  );
}

/** The organisation's pool pays for a whole course or not at all, so the two are shown separately. */
function haveWords({ balance, organisation_available: pool, organisation_name: organisation }: TokenBalance): string {
  const n = formatTokenCount(balance);
  if (pool === null || organisation === null) return t('You have {n} tokens.', { n });
  return t('You have {n} tokens and {pool} of {organisation}.', { n, pool: formatTokenCount(pool), organisation });
}

const planWords = ({ number: n, allowed, isMonthly }: NextCourseInQuota): string =>
  isMonthly
    ? t('{n} of {allowed} courses used this month, included in your plan', { n, allowed })
    : t('{n} of {allowed} courses used in this trial, included in your plan', { n, allowed });

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
