import { useId, useState } from 'react';
import Button from '@mui/material/Button';
import CardContent from '@mui/material/CardContent';
import List from '@mui/material/List';
import Stack from '@mui/material/Stack';
import type { CourseSummary } from '#contract/courses/courses.contract.ts';
import { WEEKLY_MINUTES, type Goal } from '#contract/dashboard/dashboard.contract.ts';
import { dayOfUtc } from '#frontend/lib/calendar.ts';
import { formatDate, formatNumber } from '#frontend/lib/format.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { t } from '#frontend/lib/text.ts';
import { SectionCard } from '#frontend/ui/cards/section-card.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { Entry } from '#frontend/ui/list/entry-list.tsx';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';
import { useGoals } from './dashboard-queries.ts';

/** Fields with their button, stacked if there is no room. */
const FORM = { flexWrap: 'wrap', alignItems: 'end', gap: 1.5, '& > div': { flex: '1 1 13rem' } } as const;

interface GoalsProps {
  readonly userId: string;
  readonly goals: readonly Goal[];
  /** Courses for which a target date can be set. */
  readonly courses: readonly CourseSummary[];
}

/** The learner's goals with their actual progress (DSH-05). */
export function Goals({ userId, goals, courses }: GoalsProps) {
  const acts = useGoals(userId);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const week = goals.find((goal) => goal.kind === 'week');
  const open = courses.filter(({ status }) => status !== 'completed');
  return (
    <SectionCard isFlush title={t('Goals')} line={goals.length === 0 ? t('Set a goal, and see here how close you are to it.') : undefined}>
      <List disablePadding>
        {goals.map((goal) =>
          goal.kind === 'week' ? (
            <Entry
              key="week"
              title={t('{n, plural, one {# minute a week} other {# minutes a week}}', { n: goal.minutes })}
              lines={[
                t('{n, plural, one {# minute in the last seven days} other {# minutes in the last seven days}}', { n: goal.done_minutes }),
                goal.done_minutes >= goal.minutes
                  ? t('Goal reached, well done! Ready for a bigger one?')
                  : t('{n, plural, one {# minute to go} other {# minutes to go}}', { n: goal.minutes - goal.done_minutes }),
              ]}
            >
              <ProgressMeter
                label={t('Minutes of this goal')}
                value={Math.min(100, Math.floor((goal.done_minutes / goal.minutes) * 100))}
              />
            </Entry>
          ) : (
            <Entry
              key={goal.course_id}
              title={
                <TextLink dir="auto" to="/courses/$courseId" params={{ courseId: goal.course_id }}>
                  <FormulaText text={goal.title} dir="rtl" />
                </TextLink>
              }
              lines={[truthOf(goal)]}
              actions={
                <Button size="small" color="inherit" onClick={() => acts.course.mutate({ courseId: goal.course_id, dueOn: null })}>
                  {t('Drop this goal')}
                </Button>
              }
            >
              <ProgressMeter label={t('Progress of {title}', { title: goal.title })} value={goal.progress} />
            </Entry>
          ),
        )}
      </List>
      <CardContent>
        <Button variant="outlined" color="inherit" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {goals.length === 0 ? t('Set a goal') : t('Change goals')}
        </Button>
        <Stack id={id} hidden={!isOpen} sx={{ gap: 2, marginBlockStart: 2, '&[hidden]': { display: 'none' } }}>
          <WeekForm
            key={week?.minutes}
            minutes={week?.minutes ?? null}
            isSaving={acts.week.isPending}
            onSave={(minutes) => acts.week.mutate(minutes)}
          />
          {open.length > 0 && (
            <CourseForm
              courses={open}
              isSaving={acts.course.isPending}
              onSave={(courseId, dueOn) => acts.course.mutate({ courseId, dueOn })}
            />
          )}
        </Stack>
      </CardContent>
    </SectionCard>
  );
}

function truthOf(goal: Extract<Goal, { kind: 'course' }>): string {
  const date = formatDate(goal.due_on);
  if (goal.is_done) return t('Completed. Your target was {date}.', { date });
  if (goal.days_left < 0) return t('Overdue since {date}. Lessons left: {n}', { date, n: goal.lessons_left });
  return t('Until {date}. Lessons left: {n}', { date, n: goal.lessons_left });
}

function WeekForm(props: {
  readonly minutes: number | null;
  readonly isSaving: boolean;
  readonly onSave: (minutes: number | null) => void;
}) {
  const [typed, setTyped] = useState(props.minutes === null ? '' : String(props.minutes));
  const minutes = Number(typed);
  const isGood = Number.isInteger(minutes) && minutes >= WEEKLY_MINUTES.min && minutes <= WEEKLY_MINUTES.max;
  return (
    <Stack
      component="form"
      direction="row"
      useFlexGap
      sx={FORM}
      onSubmit={(event) => {
        event.preventDefault();
        if (typed === '') props.onSave(null);
        else if (isGood) props.onSave(minutes);
      }}
    >
      <TextField
        label={t('Minutes a week')}
        inputMode="numeric"
        value={typed}
        onChange={({ target }) => setTyped(target.value.trim())}
        error={
          typed !== '' && !isGood
            ? t('A whole number from {min} to {max}', { min: WEEKLY_MINUTES.min, max: formatNumber(WEEKLY_MINUTES.max) })
            : undefined
        }
      />
      <Button
        type="submit"
        variant="outlined"
        color="inherit"
        aria-busy={props.isSaving}
        disabled={typed === (props.minutes === null ? '' : String(props.minutes))}
      >
        {props.minutes !== null && typed === '' ? t('Drop this goal') : t('Set goal')}
      </Button>
    </Stack>
  );
}

function CourseForm(props: {
  readonly courses: readonly CourseSummary[];
  readonly isSaving: boolean;
  readonly onSave: (courseId: string, dueOn: string) => void;
}) {
  const [courseId, setCourse] = useState('');
  const [dueOn, setDue] = useState('');
  const [today] = useState(() => dayOfUtc());
  return (
    <Stack
      component="form"
      direction="row"
      useFlexGap
      sx={FORM}
      onSubmit={(event) => {
        event.preventDefault();
        if (courseId !== '' && dueOn !== '') props.onSave(courseId, dueOn);
      }}
    >
      <SelectField
        label={t('Complete a course')}
        value={courseId}
        onChange={({ target }) => setCourse(target.value)}
        options={[
          { value: '', label: t('Choose a course') },
          ...props.courses.map(({ course_id: value, title }) => ({ value, label: formulaWords(title, undefined), dir: 'auto' as const })),
        ]}
      />
      <TextField label={t('Target date')} type="date" min={today} value={dueOn} onChange={({ target }) => setDue(target.value)} />
      <Button type="submit" variant="outlined" color="inherit" aria-busy={props.isSaving} disabled={courseId === '' || dueOn === ''}>
        {t('Set goal')}
      </Button>
    </Stack>
  );
}
