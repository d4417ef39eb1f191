import type { ReactNode } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { inPlainWords } from '#contract/courses/lesson-maths.ts';
import type { PartCost } from '#contract/generation/course-cost.ts';
import { formatTokenCount, formatTokens } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { tokenBalance, type TokenBalance } from '#frontend/lib/token-balance.ts';
import { SwitchField } from '#frontend/ui/fields/switch-field.tsx';
import { Figure } from '#frontend/ui/figure.tsx';
import { Fold } from '#frontend/ui/fold.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import {
  COMPONENTS,
  costOf,
  estimateCost,
  isOfNothing,
  isWithinTokens,
  nextCourseInQuota,
  payWords,
  withinTokens,
  type Chosen,
  type Components,
  type NextCourseInQuota,
} from './cost-estimate.ts';
import { useValue, type CourseFormState } from './form-state.ts';
import type { useLibraryFor } from './topic-queries.ts';

/** Width of a switch and the gap before it: switches have their own column, so that all prices are aligned. */
const SWITCH_COLUMN = { paddingInlineEnd: '76px' } as const;
const LINE = { display: 'flex', flex: 1, alignItems: 'baseline', justifyContent: 'space-between', gap: 2 } as const;

interface PricedProps {
  readonly name: string;
  readonly price: ReactNode;
  /** Switched off, so it is not included in the total. */
  readonly isOff?: boolean;
}

/** A part of the course, with its price at the end of the line. */
const Priced = ({ name, price, isOff = false }: PricedProps) => (
  <Box component="span" sx={LINE}>
    <Typography component="span" variant="body2">
      {name}
    </Typography>
    <Typography component="span" variant="body2" color={isOff ? 'textSecondary' : 'textPrimary'} noWrap>
      {price}
    </Typography>
  </Box>
);

/** What a part adds to the price; null when it costs nothing yet. */
const priceOf = ({ isCovered, usual }: PartCost, isOff = false): ReactNode =>
  isCovered ? t('in your plan') : usual === 0 ? null : <Figure>{isOff ? `+${formatTokens(usual)}` : formatTokens(usual)}</Figure>;

/** What the demo library has on the topic (`useLibraryFor`). */
type OfLibrary = ReturnType<typeof useLibraryFor>;

interface CostSummaryProps {
  readonly form: CourseFormState;
  readonly userId: string;
  /** Absent where no ready course can be opened. */
  readonly library?: OfLibrary;
  /** The button that starts it, above the folded parts, so that it is in the first view even if all are open. */
  readonly children?: ReactNode;
}

/**
 * What the account pays for the course: the total and its parts, each with a switch if a service provides it; otherwise it says that none
 * does (G32). The calculation, with the specified estimate and its hints (BLD-17, BLD-18), is folded below.
 */
export function CostSummary({ form, userId, library, children }: CostSummaryProps) {
  const components = useValue(form, 'ai_components');
  const duration = useValue(form, 'duration');
  const isGeneral = useValue(form, 'general_course');
  // The header fetches the balance; the form only reads the cache.
  const { data: balance } = useQuery({ ...tokenBalance(userId), enabled: false });
  const ofPlan = nextCourseInQuota(balance);
  const chosen = { ai_components: components, duration };
  const { usual } = estimateCost(chosen, balance);
  const [course, ready] = [library?.course ?? null, library?.ready ?? null];
  const fits = library?.library?.fits;
  if (isGeneral)
    return (
      <div>
        <Typography component="output" aria-live="polite" sx={{ display: 'block', marginBlockEnd: 2 }}>
          {t('The demo library has nothing on this topic. Its lesson on learning by yourself costs nothing.')}
        </Typography>
        {children}
      </div>
    );
  return (
    <div>
      {usual > 0 && !ready && (
        <Typography variant="body2" color="textSecondary">
          {t('You pay at most')}
        </Typography>
      )}
      <Typography component="output" aria-live="polite" sx={{ display: 'block', marginBlockEnd: usual > 0 && !ready ? 0 : 1.5 }}>
        {ready ? (
          readyWords(ready)
        ) : usual > 0 ? (
          <>
            <VisuallyHidden>{payWords(chosen, balance)}</VisuallyHidden>
            <Typography component="span" variant="h1" aria-hidden>
              <Figure>{formatTokens(usual)}</Figure>
            </Typography>{' '}
            <Typography component="span" color="textSecondary" aria-hidden>
              {t('tokens')}
            </Typography>
          </>
        ) : (
          payWords(chosen, balance)
        )}
      </Typography>
      {usual > 0 && !ready && (
        <Typography variant="body2" color="textSecondary" sx={{ marginBlockEnd: 1.5 }}>
          {balance ? haveWords(balance) : ' '}
        </Typography>
      )}
      {course && !ready && (
        <Typography variant="body2" sx={{ marginBlockEnd: 1.5 }}>
          {t('The library has this course ready. Without additional parts and sources it opens at once, and costs nothing.')}
        </Typography>
      )}
      <List disablePadding>
        <ListItem divider disableGutters sx={{ display: 'block', ...SWITCH_COLUMN }}>
          <Priced name={t('Text of the course')} price={ready ? t('free') : priceOf(costOf('base', { duration }, balance))} />
          {ofPlan && !ready && (
            <Typography variant="caption" color="textSecondary">
              {planWords(ofPlan)}
            </Typography>
          )}
        </ListItem>
        {COMPONENTS.map(({ name, label, cost: part, isAvailable }) => {
          const cost = costOf(part, { duration }, balance);
          const isUnfit = isOfNothing(name, fits);
          const isOff = !components[name];
          return (
            <ListItem key={name} divider disableGutters sx={{ display: 'block', paddingBlock: 0.5 }}>
              {isAvailable ? (
                <SwitchField
                  name={`ai_components.${name}`}
                  checked={!isOff}
                  disabled={isUnfit}
                  onChange={({ target }) => form.set('ai_components', { ...components, [name]: target.checked })}
                  helper={isUnfit ? unfitWords(name) : !cost.isCovered && cost.usual === 0 ? t('free until you ask') : undefined}
                  label={<Priced name={t(label)} price={isUnfit ? null : priceOf(cost, isOff)} isOff={isOff} />}
                />
              ) : (
                <Unavailable label={label} />
              )}
            </ListItem>
          );
        })}
      </List>
      {balance &&
        !isWithinTokens(chosen, balance) &&
        isWithinTokens({ ...chosen, ai_components: withinTokens(chosen, balance) }, balance) && (
          <Button
            variant="outlined"
            color="inherit"
            size="small"
            sx={{ marginBlockStart: 2 }}
            onClick={() => form.set('ai_components', withinTokens(chosen, balance))}
          >
            {t('Remove parts my tokens do not cover')}
          </Button>
        )}
      <Box sx={{ marginBlockStart: 2 }}>{children}</Box>
      <Box sx={{ marginBlock: 2 }}>
        <Fold title={t('How this is counted')}>
          <Counted chosen={chosen} />
        </Fold>
      </Box>
    </div>
  );
}

/** Says that the course is there, and whether the user has it. */
const readyWords = ({ title, course_id: own }: NonNullable<OfLibrary['ready']>): string =>
  own === null
    ? t('“{course}” is ready in the library: people wrote and checked it. It opens at once, and costs nothing.', {
        course: inPlainWords(title),
      })
    : t('You already have “{course}” from the library.', { course: inPlainWords(title) });

const unfitWords = (name: keyof Components): string =>
  name === 'genie3_enabled'
    ? t('The demo library has no simulation of this subject.')
    : name === 'imagen_enabled'
      ? t('The demo library has no pictures of this subject.')
      : t('The demo library has no clip of this subject.');

const Unavailable = ({ label }: { readonly label: string }) => (
  <Stack direction="row" sx={{ flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}>
    <Typography component="span" variant="body2">
      {t(label)}
    </Typography>
    <Typography component="span" variant="body2" color="textSecondary">
      {t('not yet available')}
    </Typography>
  </Stack>
);

/** The specified estimate: the most that each chosen part can cost in tokens, whatever a plan covers (BLD-17, BLD-18, G07). */
function Counted({ chosen }: { readonly chosen: Chosen }) {
  const { ai_components: components, duration } = chosen;
  const offered = COMPONENTS.filter(({ name, isAvailable }) => isAvailable && components[name]);
  return (
    <>
      <Typography variant="body2" color="textSecondary" sx={{ marginBlockEnd: 1 }}>
        {t('The maximum price of each part. You pay less if this course needs less or your plan covers it.')}
      </Typography>
      <Stack component="dl" sx={{ gap: 1, margin: 0 }}>
        <CountedPart name={t('Text of the course')} most={costOf('base', { duration }, undefined).most} />
        {offered.map(({ name, label, hint, cost }) => (
          <CountedPart key={name} name={t(label)} hint={t(hint)} most={costOf(cost, { duration }, undefined).most} />
        ))}
        <Box sx={LINE}>
          <Typography component="dt" variant="subtitle2">
            {t('Cost estimate')}
          </Typography>
          <Typography component="dd" variant="subtitle2" noWrap sx={{ margin: 0 }}>
            {tokens(estimateCost(chosen, undefined).most)}
          </Typography>
        </Box>
      </Stack>
    </>
  );
}

function CountedPart({ name, hint, most }: { readonly name: string; readonly hint?: string; readonly most: number }) {
  return (
    <Box sx={LINE}>
      <Typography component="dt" variant="body2">
        {name}
        {hint !== undefined && (
          <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
            {hint}
          </Typography>
        )}
      </Typography>
      <Typography component="dd" variant="body2" noWrap sx={{ margin: 0 }}>
        <Figure>{formatTokens(most)}</Figure>
      </Typography>
    </Box>
  );
}

/** The user's tokens and the organisation's pool, separately, because the pool pays for a whole course or not at all. */
function haveWords({ balance, organisation_available: pool, organisation_name: organisation }: TokenBalance): string {
  const n = formatTokenCount(balance);
  if (pool === null || organisation === null) return t('You have {n} tokens.', { n });
  return t('You have {n} tokens and {pool} of {organisation}.', { n, pool: formatTokenCount(pool), organisation });
}

/** How many courses of the quota are left, including this one. */
function planWords({ number, allowed, isMonthly }: NextCourseInQuota): string {
  const left = { n: allowed - number + 1, allowed };
  return isMonthly
    ? t('{n} of {allowed, plural, one {# course} other {# courses}} left this month', left)
    : t('{n} of {allowed, plural, one {# course} other {# courses}} left in this trial', left);
}

const tokens = (hundredths: number): string => t('{n} tokens', { n: formatTokens(hundredths) });
