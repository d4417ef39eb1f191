import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CardContent from '@mui/material/CardContent';
import Grid from '@mui/material/Grid';
import List from '@mui/material/List';
import Stack from '@mui/material/Stack';
import type { Dashboard } from '#contract/dashboard/dashboard.contract.ts';
import { formatDate, formatDuration, formatNumber, formatWeekdayOf } from '#frontend/lib/format.ts';
import { newLessonsText } from '#frontend/lib/courses/course-words.ts';
import { pictureOf } from '#frontend/lib/courses/picture-address.ts';
import { t } from '#frontend/lib/text.ts';
import { HeroCard } from '#frontend/ui/cards/hero-card.tsx';
import { SectionCard } from '#frontend/ui/cards/section-card.tsx';
import { CourseCover } from '#frontend/ui/course-cover.tsx';
import { FactStrip } from '#frontend/ui/fact-strip.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { Illustration } from '#frontend/ui/illustrations/illustration.tsx';
import { LinkButton, TextLink } from '#frontend/ui/link.tsx';
import { Entry } from '#frontend/ui/list/entry-list.tsx';
import { RowTable } from '#frontend/ui/list/row-table.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { AchievementRow } from './achievement-entries.tsx';
import { dashboard } from './dashboard-queries.ts';
import { Goals } from './goals.tsx';

const WeekChart = lazy(() => import('./week-chart.tsx'));

interface DashboardViewProps {
  readonly userId: string;
  /** An open assignment of a class is shown above; learners without a course begin with it. */
  readonly isAssigned?: boolean;
  /** What the learner does today; shown once there is a course or something to review. */
  readonly today?: ReactNode;
}

/** The learner's statistics: every figure is computed by the server, none is invented (G38). */
export function DashboardView({ userId, isAssigned = false, today }: DashboardViewProps) {
  const { data, error, refetch } = useQuery(dashboard(userId));
  if (error && !data) return <ErrorState title={t('The dashboard could not be loaded')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={t('Loading the dashboard')} rows={8} />;
  return (
    <>
      {data.courses.length > 0 || data.review_due > 0 ? (
        <Box sx={{ marginBlockEnd: 2.5, '&:empty': { display: 'none' } }}>{today}</Box>
      ) : (
        !isAssigned && <FirstCourse />
      )}
      <FactStrip facts={factsOf(data)} />
      <Grid container spacing={2.5}>
        <Grid size={{ xs: 12, lg: 7 }}>
          <Stack sx={{ gap: 2.5 }}>
            <Week data={data} />
            {/* before the first course, this column has room for the achievements */}
            {data.courses.length > 0 ? <RecentCourses data={data} /> : <RecentAchievements data={data} />}
          </Stack>
        </Grid>
        <Grid size={{ xs: 12, lg: 5 }}>
          <Stack sx={{ gap: 2.5 }}>
            <Goals userId={userId} goals={data.goals} courses={data.courses} />
            {data.courses.length > 0 && <RecentAchievements data={data} />}
          </Stack>
        </Grid>
      </Grid>
    </>
  );
}

const FirstCourse = () => (
  <Box sx={{ marginBlockEnd: 2.5 }}>
    <HeroCard
      picture={<Illustration name="first-course" />}
      title={t('No course yet')}
      line={t('Courses you read are listed here, latest first.')}
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
    />
  </Box>
);

interface DataProps {
  readonly data: Dashboard;
}

const factsOf = (data: Dashboard) => [
  {
    name: t('Completed courses'),
    figure: formatNumber(data.completed_courses),
    note: data.completed_courses === 0 ? t('Complete every lesson in a course to complete your first course.') : t('All lessons completed'),
  },
  {
    name: t('Hours of learning'),
    figure: formatNumber(data.total_hours),
    note:
      data.measured_since === null
        ? t('Counted while you read a lesson')
        : t('Counted since {date}', { date: formatDate(data.measured_since) }),
  },
  { name: t('Days in a row'), figure: formatNumber(data.streak_days), note: streakWords(data) },
  { name: t('Points'), figure: formatNumber(data.total_points), note: t('For lessons, courses and achievements') },
];

/** What the streak counts, and how to keep it. */
function streakWords({ streak_days: days, weekly_activity: week }: Dashboard): string {
  if (days === 0) return t('Learn for a minute or complete a lesson to start a streak.');
  const today = week.at(-1);
  return today && today.minutes + today.lessons > 0
    ? t('Today counts. Learn for a minute tomorrow to keep it.')
    : t('Learn for a minute today to keep it.');
}

function Week({ data }: DataProps) {
  const [isTable, setTable] = useState(false);
  const week = data.weekly_activity;
  const minutes = week.reduce((sum, day) => sum + day.minutes, 0);
  const lessons = week.reduce((sum, day) => sum + day.lessons, 0);
  const hasValues = minutes + lessons > 0;
  return (
    <SectionCard
      isFlush
      title={t('The last seven days')}
      aside={hasValues ? formatDuration(minutes * 60) : undefined}
      actions={
        hasValues && (
          <Button size="small" variant="outlined" color="inherit" onClick={() => setTable(!isTable)}>
            {isTable ? t('Show as chart') : t('Show as table')}
          </Button>
        )
      }
    >
      {isTable ? (
        <RowTable
          isInner
          label={t('The last seven days')}
          rows={week}
          keyOf={({ day }) => day}
          columns={[
            { name: t('Day'), renderCell: ({ day }) => formatWeekdayOf(day, 'full') },
            { name: t('Minutes'), isFigure: true, renderCell: (day) => formatNumber(day.minutes) },
            { name: t('Lessons completed'), isFigure: true, renderCell: (day) => formatNumber(day.lessons) },
          ]}
        />
      ) : (
        <CardContent>
          {hasValues ? (
            <Suspense fallback={<LoadingState rows={4} />}>
              <WeekChart week={week} />
            </Suspense>
          ) : (
            t('No learning in these seven days. Read a lesson, and your minutes appear here.')
          )}
        </CardContent>
      )}
    </SectionCard>
  );
}

function RecentCourses({ data }: DataProps) {
  return (
    <SectionCard
      isFlush
      title={t('Courses')}
      aside={<TextLink to="/courses">{t('View all {n, plural, one {#} other {#}}', { n: data.course_total })}</TextLink>}
    >
      <List disablePadding>
        {data.courses.map(({ course_id: courseId, title, cover, progress, new_lessons: added }) => (
          <Entry
            key={courseId}
            picture={
              <Box sx={{ width: 72, flex: 'none' }}>
                <CourseCover title={title} picture={cover && pictureOf(courseId, cover, 'small')} />
              </Box>
            }
            title={
              <TextLink dir="auto" to="/courses/$courseId" params={{ courseId }}>
                <FormulaText text={title} dir="rtl" />
              </TextLink>
            }
            lines={[<MetaLine key="facts" facts={[progressWord(progress), added ? newLessonsText(added) : '']} />]}
          >
            {/* a row of full bars would only repeat 'Completed' */}
            {progress < 100 && <ProgressMeter label={t('Progress of {title}', { title })} value={progress} />}
          </Entry>
        ))}
      </List>
    </SectionCard>
  );
}

function RecentAchievements({ data }: DataProps) {
  return (
    <SectionCard
      isFlush
      title={t('Achievements')}
      aside={<TextLink to="/dashboard/achievements">{t('View all achievements')}</TextLink>}
      actions={<TextLink to="/dashboard/points">{t('How you earned your points')}</TextLink>}
    >
      {data.achievements.length === 0 ? (
        <CardContent>{t('Complete a lesson to earn your first achievement.')}</CardContent>
      ) : (
        <List disablePadding>
          {data.achievements.map((one) => (
            <AchievementRow key={one.id} achievement={one} />
          ))}
        </List>
      )}
    </SectionCard>
  );
}

const progressWord = (progress: number): string => (progress === 100 ? t('Completed') : t('{n}% completed', { n: progress }));
