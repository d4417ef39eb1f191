import { lazy, Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { Dashboard } from '#contract/dashboard/dashboard.contract.ts';
import { formatDate, formatDuration, formatNumber } from '#frontend/lib/format.ts';
import { isolateLatinTerms } from '#frontend/lib/latin-terms.ts';
import { t } from '#frontend/lib/text.ts';
import { DataTable } from '#frontend/ui/data-table.tsx';
import { FactStrip } from '#frontend/ui/fact-strip.tsx';
import { LinkButton, TextLink } from '#frontend/ui/link.tsx';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';
import { RuledSection, SectionBody } from '#frontend/ui/ruled-section.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { AchievementRow } from './achievement-row.tsx';
import { dashboard } from './dashboard-queries.ts';
import { Goals } from './goals.tsx';
import { dayName } from './week-words.ts';

const WeekChart = lazy(() => import('./week-chart.tsx'));

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: '0 56px',
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
}));
const Rows = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& > li': { paddingBlock: 12, borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`, overflowWrap: 'anywhere' },
}));
const Meta = styled('div')(({ theme }) => ({ ...theme.typography.body2, color: theme.vars.palette.text.secondary }));
const Review = styled('div')({ marginBlockEnd: 24 });
const Foot = styled('div')({ marginBlockStart: 12 });
const Table = styled(DataTable)({ '& th, & td': { padding: '6px 8px', textAlign: 'end' }, '& th:first-of-type': { textAlign: 'start' } });

/** The learner's statistics: every figure is computed by the server, none is invented (G38). */
export function DashboardView({ userId }: { readonly userId: string }) {
  const { data, error, refetch } = useQuery(dashboard(userId));
  if (error && !data) return <ErrorState title={t('The dashboard could not be loaded')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={t('Loading the dashboard')} rows={8} />;
  return (
    <>
      <FactStrip facts={factsOf(data)} />
      {data.review_due > 0 && (
        <Review>
          <LinkButton to="/review" variant="contained">
            {t('Review today ({n, plural, one {#} other {#}})', { n: data.review_due })}
          </LinkButton>
        </Review>
      )}
      <Columns>
        <div>
          <Week data={data} />
          <Goals userId={userId} goals={data.goals} courses={data.courses} />
        </div>
        <div>
          <RecentCourses data={data} />
          <RecentAchievements data={data} />
        </div>
      </Columns>
    </>
  );
}

const factsOf = (data: Dashboard) => [
  { name: t('Completed courses'), figure: formatNumber(data.completed_courses) },
  {
    name: t('Hours of learning'),
    figure: formatNumber(data.total_hours),
    note:
      data.measured_since === null
        ? t('Counted while you read a lesson')
        : t('Counted since {date}', { date: formatDate(data.measured_since) }),
  },
  { name: t('Days in a row'), figure: formatNumber(data.streak_days), note: t('With a minute of learning or a completed lesson') },
  { name: t('Points'), figure: formatNumber(data.total_points) },
];

function Week({ data }: { readonly data: Dashboard }) {
  const [isTable, setTable] = useState(false);
  const week = data.weekly_activity;
  const minutes = week.reduce((sum, day) => sum + day.minutes, 0);
  const lessons = week.reduce((sum, day) => sum + day.lessons, 0);
  const hasValues = minutes + lessons > 0;
  return (
    <RuledSection title={t('The last seven days')} aside={hasValues ? formatDuration(minutes * 60) : undefined}>
      {!hasValues && (
        <SectionBody>
          <p>{t('Nothing was measured in these days. Read a lesson, and its minutes appear here.')}</p>
        </SectionBody>
      )}
      {hasValues && !isTable && (
        <Suspense fallback={<LoadingState rows={4} />}>
          <WeekChart week={week} />
        </Suspense>
      )}
      {isTable && (
        <Table label={t('The last seven days')}>
          <thead>
            <tr>
              <th scope="col">{t('Day')}</th>
              <th scope="col">{t('Minutes')}</th>
              <th scope="col">{t('Lessons completed')}</th>
            </tr>
          </thead>
          <tbody>
            {week.map((day) => (
              <tr key={day.day}>
                <th scope="row">{dayName(day.day, 'long')}</th>
                <td>{formatNumber(day.minutes)}</td>
                <td>{formatNumber(day.lessons)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {hasValues && (
        <Foot>
          <Button size="small" color="inherit" onClick={() => setTable(!isTable)}>
            {isTable ? t('Show as chart') : t('Show as table')}
          </Button>
        </Foot>
      )}
    </RuledSection>
  );
}

function RecentCourses({ data }: { readonly data: Dashboard }) {
  if (data.courses.length === 0) {
    return (
      <RuledSection title={t('Courses')}>
        <EmptyState
          title={t('No course yet')}
          actions={
            <>
              <LinkButton to="/create" variant="contained">
                {t('Describe a course')}
              </LinkButton>
              <LinkButton to="/market" variant="outlined" color="inherit">
                {t('Browse the marketplace')}
              </LinkButton>
            </>
          }
        >
          {t('Courses you read are listed here, the last one first.')}
        </EmptyState>
      </RuledSection>
    );
  }
  return (
    <RuledSection
      title={t('Courses')}
      aside={<TextLink to="/courses">{t('View all {n, plural, one {#} other {#}}', { n: data.course_total })}</TextLink>}
    >
      <Rows>
        {data.courses.map((course) => (
          <li key={course.course_id}>
            <TextLink dir="auto" to="/courses/$courseId" params={{ courseId: course.course_id }}>
              {isolateLatinTerms(course.title, 'rtl')}
            </TextLink>
            <ProgressMeter label={t('Progress of {title}', { title: course.title })} value={course.progress} />
            <Meta>
              {course.status === 'completed' && course.progress < 100
                ? t('Completed; lessons have been added since')
                : t('{n}% done', { n: course.progress })}
            </Meta>
          </li>
        ))}
      </Rows>
    </RuledSection>
  );
}

function RecentAchievements({ data }: { readonly data: Dashboard }) {
  return (
    <RuledSection title={t('Achievements')} aside={<TextLink to="/dashboard/achievements">{t('View all achievements')}</TextLink>}>
      {data.achievements.length === 0 ? (
        <SectionBody>
          <p>{t('Complete your first lesson for the first one.')}</p>
        </SectionBody>
      ) : (
        <Rows>
          {data.achievements.map((one) => (
            <AchievementRow key={one.id} achievement={one} />
          ))}
        </Rows>
      )}
      <Foot>
        <TextLink to="/dashboard/points">{t('Where your points come from')}</TextLink>
      </Foot>
    </RuledSection>
  );
}
