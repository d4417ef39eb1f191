import type { ReactNode } from 'react';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { REVIEW_SECONDS } from '#contract/courses/study-minutes.ts';
import { dayPart } from '#contract/practice/day-part.ts';
import { coursesToContinue } from '#frontend/features/courses/course-queries.ts';
import { LEARN, learnParams } from '#frontend/features/courses/lesson/lesson-path.ts';
import { ContinueHero } from '#frontend/features/courses/list/continue-courses.tsx';
import { forecast, waitingWords } from '#frontend/features/practice/review-query.ts';
import { pictureOf } from '#frontend/lib/courses/picture-address.ts';
import { formatDuration } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { HeroCard } from '#frontend/ui/cards/hero-card.tsx';
import { CourseTitle } from '#frontend/ui/course-title.tsx';
import { Illustration } from '#frontend/ui/illustrations/illustration.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { HeroSkeleton } from '#frontend/ui/states/skeletons.tsx';

interface TodayProps {
  readonly userId: string;
  /** Shown when nothing is due and no course is open. */
  readonly otherwise?: ReactNode;
}

const MINUTE = 60;

/** Whole minutes, at least one of what takes any time. */
const minutesOf = (seconds: number): number => (seconds === 0 ? 0 : Math.max(1, Math.round(seconds / MINUTE)));

/** A step of the day's few minutes. */
interface Step {
  readonly key: string;
  readonly name: ReactNode;
  readonly line?: ReactNode;
  readonly seconds: number;
}

/** The two lists behind `Today`, and whether both have arrived or failed. */
function useDay(userId: string) {
  const review = useQuery(forecast(userId));
  const read = useQuery(coursesToContinue(userId));
  return {
    review: review.data,
    course: read.data?.[0],
    isSettled: [review, read].every(({ isPending, failureCount }) => !isPending || failureCount > 0),
  };
}

/** Whether `Today` has its final height: what stands below it can then be shown without moving. */
export const useTodaySettled = (userId: string): boolean => useDay(userId).isSettled;

/**
 * What a learner does today, in this order: the hardest questions of the last day once more with what else is due, flash cards, and the next
 * part of the lesson where they stopped. With nothing due, only the lesson. A list that could not be loaded is left out.
 */
export function Today({ userId, otherwise = null }: TodayProps) {
  const { review, course, isSettled } = useDay(userId);
  if (!isSettled) return <HeroSkeleton />;
  const { again = 0, questions = 0, flash_cards: cards = 0, waiting = 0 } = review ?? {};
  if (questions + cards - waiting <= 0) return course ? <ContinueHero userId={userId} /> : otherwise;
  const reviewSeconds = Math.min(REVIEW_SECONDS.day, questions * REVIEW_SECONDS.question + cards * REVIEW_SECONDS.flash_card);
  const ends = course?.section_ends ?? [];
  const partMinutes = ends[dayPart(ends, reviewSeconds) ?? -1] ?? 0;
  const steps: Step[] = [
    // of a day that is full, nobody knows which items of each sort it has
    ...(waiting > 0
      ? [
          {
            key: 'full',
            name: t('{n, plural, one {# question or card} other {# questions and cards}}', { n: questions + cards - waiting }),
            line: waitingWords(waiting),
            seconds: REVIEW_SECONDS.day,
          },
        ]
      : [
          ...(again > 0
            ? [
                {
                  key: 'again',
                  name: t(
                    '{n, plural, one {The hardest question of last time, once more} other {The # hardest questions of last time, once more}}',
                    {
                      n: again,
                    },
                  ),
                  seconds: again * REVIEW_SECONDS.question,
                },
              ]
            : []),
          ...(questions > again
            ? [
                {
                  key: 'questions',
                  name: t('{n, plural, one {# question that you are about to forget} other {# questions that you are about to forget}}', {
                    n: questions - again,
                  }),
                  seconds: (questions - again) * REVIEW_SECONDS.question,
                },
              ]
            : []),
          ...(cards > 0
            ? [
                {
                  key: 'cards',
                  name: t('{n, plural, one {# flash card} other {# flash cards}}', { n: cards }),
                  seconds: cards * REVIEW_SECONDS.flash_card,
                },
              ]
            : []),
        ]),
    ...(course
      ? [
          {
            key: 'lesson',
            name: (
              <>
                {t('Where you stopped')}: <CourseTitle title={course.lesson.title} language={course.language} />
              </>
            ),
            line: <CourseTitle title={course.title} language={course.language} />,
            seconds: partMinutes * MINUTE,
          },
        ]
      : []),
  ];
  // the sum of the minutes shown
  const minutes = steps.reduce((sum, { seconds }) => sum + minutesOf(seconds), 0);
  return (
    <Box component="section" aria-label={t('Today')}>
      <HeroCard
        {...(course
          ? {
              course: {
                title: course.title,
                language: course.language,
                picture: course.cover && pictureOf(course.course_id, course.cover, 'large'),
              },
            }
          : { picture: <Illustration name="no-reviews" /> })}
        reason={t('Today')}
        title={t('{minutes, plural, one {About a minute} other {About # minutes}} for today', { minutes })}
        actions={
          <>
            <LinkButton to="/review" variant="contained">
              {t('Start')}
            </LinkButton>
            {course && (
              <LinkButton to={LEARN} params={learnParams(course.course_id, course.lesson)} variant="outlined" color="inherit">
                {t('Continue the lesson')}
              </LinkButton>
            )}
          </>
        }
      >
        <Steps>
          {steps.map(({ key, name, line, seconds }) => (
            <li key={key}>
              <Typography component="div" sx={{ minWidth: 0, flex: '1 1 auto' }}>
                {name}
                {line !== undefined && (
                  <Typography component="div" variant="body2" color="textSecondary">
                    {line}
                  </Typography>
                )}
              </Typography>
              {seconds > 0 && (
                <Typography component="span" variant="body2" color="textSecondary" sx={{ flex: 'none' }}>
                  {formatDuration(minutesOf(seconds) * MINUTE)}
                </Typography>
              )}
            </li>
          ))}
        </Steps>
      </HeroCard>
    </Box>
  );
}

const Steps = styled('ol')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  counterReset: 'step',
  overflowWrap: 'anywhere',
  '& > li': {
    display: 'flex',
    alignItems: 'baseline',
    gap: 12,
    paddingBlock: 8,
    borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
    counterIncrement: 'step',
  },
  '& > li::before': { content: 'counter(step)', flex: 'none', minWidth: 16, fontWeight: 600, color: theme.vars.palette.primary.main },
  '& > li:last-child': { borderBlockEnd: 0 },
}));
