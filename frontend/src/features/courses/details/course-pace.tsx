import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { FINAL_TASK_MINUTES } from '#contract/courses/study-minutes.ts';
import type { Course } from '#contract/courses/courses.contract.ts';
import { LEARN, learnParams, placeNumber } from '#frontend/features/courses/lesson/lesson-path.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { dayText, paceText } from '#frontend/lib/courses/course-words.ts';
import { formatDuration } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { Fold } from '#frontend/ui/fold.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { CheckIcon } from '#frontend/ui/icons.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { courseDays, type CourseDay, type CourseDays } from './course-days.ts';

/**
 * The time that a course takes, day by day: what belongs to the day that the reader has come to, and, folded, to all others. Renders nothing
 * for a course without a pace.
 */
export function CoursePace({ course }: { readonly course: Course }) {
  const time = courseDays(course);
  if (!time) return null;
  const { unit, days, minutes, current, isBegun } = time;
  const today = current === null ? undefined : days[current - 1];
  const pace = paceText({ unit, units: days.length }, minutes);
  const all = (
    <Fold title={unit === 'day' ? t('All days') : t('All weeks')} line={pace}>
      <Stack component="ol" sx={{ gap: 2, margin: 0, padding: 0, listStyle: 'none' }}>
        {days.map((day) => (
          <li key={day.number} aria-current={day.number === current ? 'step' : undefined}>
            <DayHead time={time} day={day} />
            <DayParts course={course} day={day} />
          </li>
        ))}
      </Stack>
    </Fold>
  );
  if (!today) return all;
  return (
    <section aria-label={t('Your pace')}>
      <Card sx={{ padding: { xs: 2, md: 3 }, marginBlockEnd: 1 }}>
        <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'baseline', justifyContent: 'space-between', gap: '0 16px' }}>
          <Typography component="h2" variant="h3">
            {isBegun ? dayText(unit, today.number, days.length) : pace}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {isBegun ? pace : dayText(unit, today.number, days.length)}
          </Typography>
        </Stack>
        <DayParts course={course} day={today} />
      </Card>
      {all}
    </section>
  );
}

/** The name of a day with its minutes. */
const DayHead = ({ time: { unit, days, current }, day }: { readonly time: CourseDays; readonly day: CourseDay }) => (
  <Stack direction="row" sx={{ alignItems: 'baseline', gap: 1 }}>
    <Typography component="h3" variant="subtitle2" color={day.number === current ? 'primary' : 'textPrimary'}>
      {dayText(unit, day.number, days.length)}
    </Typography>
    <Typography variant="body2" color="textSecondary">
      {formatDuration(day.minutes * 60)}
    </Typography>
  </Stack>
);

const PART = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: '0 16px',
  paddingBlock: 0.5,
} as const;

/** Lessons, review and final task of a day, each with its minutes. */
function DayParts({ course, day: { lessons, review, finalTask } }: { readonly course: Course; readonly day: CourseDay }) {
  const language = languageAttributes(course.language);
  return (
    <Box component="ul" sx={{ margin: 0, marginBlockStart: 0.5, padding: 0, listStyle: 'none' }}>
      {lessons.map(({ lesson, place, work }) => (
        <Box key={lesson.lesson_id} component="li" sx={PART}>
          <Box component="span" sx={{ minWidth: 0 }}>
            {lesson.completed && (
              <>
                <CheckIcon aria-hidden color="primary" fontSize="small" sx={{ verticalAlign: 'text-bottom', marginInlineEnd: 0.5 }} />
                <VisuallyHidden>{t('Completed')} </VisuallyHidden>
              </>
            )}
            {placeNumber(place)}{' '}
            <TextLink {...language} color="inherit" underline="hover" to={LEARN} params={learnParams(course.course_id, place)}>
              <FormulaText text={lesson.title} dir={language.dir} />
            </TextLink>
          </Box>
          <Minutes
            facts={[
              lesson.workshop && t('with a workshop'),
              formatDuration(lesson.duration_minutes * 60),
              work > 0 && t('{time} of your own work', { time: formatDuration(work * 60) }),
            ]}
          />
        </Box>
      ))}
      {review > 0 && (
        <Box component="li" sx={PART}>
          <span>{t('Review of what comes back')}</span>
          <Minutes facts={[formatDuration(review * 60)]} />
        </Box>
      )}
      {finalTask !== null && (
        <Box component="li" sx={PART}>
          <span>
            {t('Final task')}:{' '}
            <span {...language}>
              <FormulaText text={finalTask} dir={language.dir} />
            </span>
          </span>
          <Minutes facts={[formatDuration(FINAL_TASK_MINUTES * 60)]} />
        </Box>
      )}
    </Box>
  );
}

const Minutes = ({ facts }: Pick<Parameters<typeof MetaLine>[0], 'facts'>) => (
  <Typography component="span" variant="body2" color="textSecondary" sx={{ minWidth: 0 }}>
    <MetaLine facts={facts} />
  </Typography>
);
