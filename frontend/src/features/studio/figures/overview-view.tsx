import { useQuery, useInfiniteQuery } from '@tanstack/react-query';
import Grid from '@mui/material/Grid';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemAvatar from '@mui/material/ListItemAvatar';
import ListItemText from '@mui/material/ListItemText';
import { formatDollars } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { SectionCard } from '#frontend/ui/cards/section-card.tsx';
import { FigureCard, StatSheet } from '#frontend/ui/cards/stat-sheet.tsx';
import { CourseCover } from '#frontend/ui/course-cover.tsx';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { LinkButton, TextLink } from '#frontend/ui/link.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { studentsWord } from '../courses/course-words.ts';
import { earners, creatorCoursePages } from '../courses/creator-course-queries.ts';
import { studentQuestionsQuery } from '../students/student-queries.ts';
import { AnalyticsParts } from './analytics-parts.tsx';
import { creatorAnalytics, creatorStats, type CreatorStats } from './figure-queries.ts';
import { overviewFigures, revenueMeasure, studentsMeasure } from './figure-words.ts';
import { rangeOf, type FiguresSearch, figuresSearch, RANGES } from './figures-search.ts';
import { FiguresUnavailable } from './figures-unavailable.tsx';
import { StaleNote } from './stale-note.tsx';
import { trendOf } from './trend.ts';
import { TrendSection } from './trend-section.tsx';

interface OverviewViewProps {
  readonly userId: string;
  readonly search: FiguresSearch;
  readonly onSearch: (search: FiguresSearch) => void;
}

/** Whether the creator has no course, and never sold one that was deleted. */
const isEmpty = ({
  active_courses: active,
  draft_courses: drafts,
  total_revenue: revenue,
  total_students: students,
}: CreatorStats): boolean => active + drafts === 0 && revenue === 0 && students === 0;

/** A creator's overview: earnings and reach with their trends, the best earners, and open tasks (CRE-05, CRE-06). */
export function OverviewView({ userId, search, onSearch }: OverviewViewProps) {
  const { data: stats, error, refetch } = useQuery(creatorStats(userId));
  const analytics = useQuery(creatorAnalytics(userId)).data;
  const retry = () => void refetch();
  if (stats && isEmpty(stats))
    return (
      <>
        <Figures stats={stats} />
        <FirstCourse />
      </>
    );
  return (
    <>
      {stats && error && <StaleNote error={error} onRetry={retry} />}
      {stats ? (
        <Figures stats={stats} analytics={analytics} />
      ) : error ? (
        <FiguresUnavailable title={t('Your figures could not be loaded')} error={error} onRetry={retry} />
      ) : (
        <LoadingState label={t('Loading your figures')} rows={3} />
      )}
      <Grid container spacing={2.5}>
        <Grid size={{ xs: 12, lg: 8 }}>
          <AnalyticsParts userId={userId}>
            {({ months, revenue_trend: revenue, student_growth: students }) => {
              const isCompared = search.compare === 'year';
              const trend = (values: readonly number[]) => trendOf(months, values, rangeOf(search), isCompared);
              return (
                <Stack sx={{ gap: 2.5 }}>
                  <RangeFilter search={search} onSearch={onSearch} />
                  <TrendSection measure={revenueMeasure()} trend={trend(revenue)} isCompared={isCompared} />
                  <TrendSection measure={studentsMeasure()} trend={trend(students)} isCompared={isCompared} />
                </Stack>
              );
            }}
          </AnalyticsParts>
        </Grid>
        <Grid size={{ xs: 12, lg: 4 }}>
          <Stack sx={{ gap: 2.5 }}>
            {stats && <NextSteps userId={userId} drafts={stats.draft_courses} />}
            <Earners userId={userId} />
          </Stack>
        </Grid>
      </Grid>
      {stats?.has_samples && (
        <Typography variant="body2" color="textSecondary" sx={{ marginBlockStart: 2 }}>
          {t('Sample data: these sales and students are fictional.')}
        </Typography>
      )}
    </>
  );
}

function Figures({ stats, analytics }: { readonly stats: CreatorStats; readonly analytics?: Parameters<typeof overviewFigures>[1] }) {
  return (
    <StatSheet>
      {overviewFigures(stats, analytics).map((figure) => (
        <FigureCard key={figure.name} {...figure} />
      ))}
    </StatSheet>
  );
}

function FirstCourse() {
  return (
    <EmptyState subject="firstCourse" title={t('No courses yet')}>
      {t('A course starts as a draft that only you can see. Its revenue appears here, month by month.')}
    </EmptyState>
  );
}

interface RangeFilterProps {
  readonly search: FiguresSearch;
  readonly onSearch: (search: FiguresSearch) => void;
}

/** The range of the trends, and the comparison with the year before; both are in the URL. */
function RangeFilter({ search, onSearch }: RangeFilterProps) {
  const change = (part: Record<string, unknown>) => onSearch(figuresSearch({ ...search, ...part }));
  return (
    <Stack
      role="group"
      aria-label={t('Months shown')}
      direction={{ xs: 'column', sm: 'row' }}
      sx={{ alignItems: { sm: 'flex-end' }, gap: '8px 24px' }}
    >
      <Box sx={{ width: { sm: '12rem' } }}>
        <SelectField
          label={t('Months shown')}
          value={String(rangeOf(search))}
          onChange={({ target }) => change({ months: Number(target.value) })}
          options={RANGES.map((months) => ({
            value: String(months),
            label: t('{n, plural, one {# month} other {# months}}', { n: months }),
          }))}
        />
      </Box>
      <CheckField
        label={t('Compare with the same months a year earlier')}
        checked={search.compare === 'year'}
        onChange={({ target }) => change({ compare: target.checked ? 'year' : undefined })}
      />
    </Stack>
  );
}

/** The courses with the highest revenue. Renders nothing before the first student. */
function Earners({ userId }: { readonly userId: string }) {
  const { data: courses = [] } = useQuery(earners(userId));
  if (courses.length === 0) return null;
  return (
    <SectionCard isFlush title={t('Top-earning courses')} aside={<TextLink to="/studio/courses">{t('All courses')}</TextLink>}>
      <List>
        {courses.map(({ id, title, category, revenue, students }, place) => (
          <ListItem key={id} divider={place < courses.length - 1} sx={{ gap: 1.5, flexWrap: 'wrap' }}>
            <ListItemAvatar sx={{ width: 64 }}>
              <CourseCover title={title} category={category} />
            </ListItemAvatar>
            <ListItemText
              sx={{ flex: '1 1 8rem' }}
              primary={
                <TextLink to="/studio/courses/$courseId" params={{ courseId: id }} dir="auto">
                  <FormulaText text={title} dir="rtl" />
                </TextLink>
              }
              secondary={studentsWord(students)}
            />
            <Typography variant="h6" component="span">
              {formatDollars(revenue)}
            </Typography>
          </ListItem>
        ))}
      </List>
    </SectionCard>
  );
}

/** Number of drafts that are named; the others are behind the button. */
const NAMED = 3;

interface NextStepsProps {
  readonly userId: string;
  /** Number of unpublished courses. */
  readonly drafts: number;
}

/** The creator's open tasks: questions first, then drafts, each with a link to publishing it. Payouts are always one press away. */
function NextSteps({ userId, drafts }: NextStepsProps) {
  const open = useQuery(studentQuestionsQuery(userId)).data?.open ?? 0;
  const newest = useInfiniteQuery({ ...creatorCoursePages(userId, 'draft'), enabled: drafts > 0 }).data?.pages[0]?.courses ?? [];
  return (
    <SectionCard title={t('Next steps')}>
      <Stack sx={{ alignItems: 'flex-start', gap: 1.5 }}>
        {open > 0 && (
          <LinkButton to="/studio/students" variant="outlined" color="inherit">
            {t('Answer {n, plural, one {# question} other {# questions}}', { n: open })}
          </LinkButton>
        )}
        {drafts > 0 && (
          <LinkButton to="/studio/courses" search={{ filter: 'draft' }} variant="outlined" color="inherit">
            {t('Finish {n, plural, one {# draft} other {# drafts}}', { n: drafts })}
          </LinkButton>
        )}
        {newest.slice(0, NAMED).map(({ id, title, category }) => (
          <Stack key={id} direction="row" sx={{ alignItems: 'center', gap: 1.5, maxWidth: '100%' }}>
            <Box sx={{ flex: 'none', width: 64 }}>
              <CourseCover title={title} category={category} />
            </Box>
            <TextLink to="/studio/courses/$courseId" params={{ courseId: id }} hash="publish" sx={{ overflowWrap: 'anywhere' }}>
              {t('Publish “{title}”', { title })}
            </TextLink>
          </Stack>
        ))}
        <TextLink to="/studio/analytics">{t('See what to change')}</TextLink>
        <TextLink to="/studio/payouts">{t('Payouts and statements')}</TextLink>
      </Stack>
    </SectionCard>
  );
}
