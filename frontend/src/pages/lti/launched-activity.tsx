import { useEffect, useMemo, useRef, useState, type ComponentType } from 'react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  answerLtiQuestion,
  completeLtiLesson,
  getLtiLesson,
  getLtiSimulation,
  solveLtiTasks,
  type LtiActivity,
} from '#contract/lti/launch.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import type { Placed } from '#contract/platform/kinds-of-work.ts';
import { isRightChoice, type QuizItem } from '#contract/courses/quiz.contract.ts';
import type { Solution } from '#contract/simulations/compile-scene.ts';
import { LessonReading } from '#frontend/features/courses/lesson/lesson-reading.tsx';
import type { LaunchCall } from '#frontend/features/lti/launch-calls.ts';
import { SimulationView } from '#frontend/features/simulations/simulation-view.tsx';
import { errorText } from '#frontend/lib/api-error.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';

interface LaunchedProps {
  readonly call: LaunchCall;
  readonly activity: LtiActivity;
}

/** The lessons of a launch, one at a time: all lessons of a course, or a single one. */
function LaunchedLessons({ call, activity }: LaunchedProps) {
  const { lessons, kind } = activity;
  const [lessonId, setLessonId] = useState(() => (lessons.find(({ completed }) => !completed) ?? lessons[0]!).lesson_id);
  const at = lessons.findIndex((lesson) => lesson.lesson_id === lessonId);
  return (
    <>
      {kind === 'course' && (
        <>
          <Typography variant="body2" color="textSecondary" sx={{ marginBlockEnd: 1 }}>
            <FormulaText text={activity.title} dir={undefined} />
          </Typography>
          <SelectField
            label={t('Lesson {x} of {y}', { x: at + 1, y: lessons.length })}
            value={lessonId}
            onChange={(event) => setLessonId(event.target.value)}
            options={lessons.map((lesson) => ({
              value: lesson.lesson_id,
              label: lesson.completed
                ? t('{title} (completed)', { title: formulaWords(lesson.title, undefined) })
                : formulaWords(lesson.title, undefined),
              dir: 'auto',
            }))}
          />
        </>
      )}
      <LaunchedLesson
        key={lessonId}
        call={call}
        activity={activity}
        lessonId={lessonId}
        onNext={lessons[at + 1] ? () => setLessonId(lessons[at + 1]!.lesson_id) : null}
      />
    </>
  );
}

type ReadLesson = AnswerOf<typeof getLtiLesson>;

/** Returns a lesson in which a question has come with its key. */
const withQuestion = (answered: ReadLesson, question: QuizItem): ReadLesson => ({
  ...answered,
  lesson: { ...answered.lesson, quiz: answered.lesson.quiz.map((item) => (item.id === question.id ? question : item)) },
});

interface LessonProps extends LaunchedProps {
  readonly lessonId: string;
  /** Null if there is no next one. */
  readonly onNext: (() => void) | null;
}

function LaunchedLesson({ call, activity, lessonId, onNext }: LessonProps) {
  const cache = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const queryKey = ['lti-lesson', lessonId];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getLtiLesson, { params: { lesson_id: lessonId }, signal }),
    staleTime: Infinity,
  });
  const answer = useAction({
    mutationFn: (given: { readonly answerId: string; readonly questionId: string; readonly chosenIds: readonly string[] }) =>
      call(answerLtiQuestion, {
        body: { answer_id: given.answerId, lesson_id: lessonId, question_id: given.questionId, chosen_ids: [...given.chosenIds] },
      }),
    // the key comes with the answer
    onSuccess: ({ question }, { questionId, chosenIds }) => {
      cache.setQueryData<ReadLesson>(queryKey, (before) => before && withQuestion(before, question));
      setChosen((before) => new Map(before).set(questionId, chosenIds));
    },
    retry: 2,
  });
  const complete = useAction({
    mutationFn: () => call(completeLtiLesson, { body: { lesson_id: lessonId } }),
    onSuccess: () => void cache.invalidateQueries({ queryKey: ['lti-activity'] }),
  });
  const [chosen, setChosen] = useState<ReadonlyMap<string, readonly string[]>>(new Map());
  const known = useMemo(
    () => new Map([...(data?.answers ?? []).map((one) => [one.question_id, one.chosen_ids] as const), ...chosen]),
    [data, chosen],
  );
  useEffect(() => heading.current?.scrollIntoView?.({ block: 'nearest' }), [lessonId]);
  if (error && !data) return <ErrorState title={t('The lesson could not be loaded')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={t('Loading the lesson')} rows={8} />;

  const { lesson } = data;
  const language = languageAttributes(activity.language);
  const asked = lesson.quiz.filter(({ kind }) => kind !== 'short');
  const right = asked.filter((item) => isRightChoice(item, known.get(item.id) ?? [])).length;
  const isDone = lesson.completed || complete.isSuccess;
  const failure =
    (complete.error && errorText(complete.error, t('The lesson could not be marked as completed. Please try again.'))) ??
    (answer.error && errorText(answer.error, t('Your answer could not be saved. Please try again.')));
  return (
    <>
      <Typography variant="h1" ref={heading} sx={{ marginBlock: 2 }} {...language}>
        <FormulaText text={lesson.title} dir={language.dir} />
      </Typography>
      <LessonReading
        // free-text answers are graded by a service that a frame does not offer
        lesson={{ ...lesson, quiz: asked }}
        language={language}
        recalled={(recalledId) => activity.lessons.find(({ lesson_id: id }) => id === recalledId) ?? null}
        practice={{
          chosen: known,
          score: known.size === 0 ? null : t('{right} of {questions} correct', { right, questions: asked.length }),
          onAnswer: (questionId, chosenIds) => answer.mutate({ answerId: randomId(), questionId, chosenIds }),
          inWords: () => null,
        }}
        footer={
          <>
            {failure && <Alert severity="error">{failure}</Alert>}
            <div role="status">
              {isDone && <Done activity={activity} result={complete.data} left={asked.filter(({ id }) => !known.has(id)).length} />}
            </div>
            <ActionRow>
              <Button
                variant={isDone ? 'outlined' : 'contained'}
                disabled={isDone}
                aria-busy={complete.isPending}
                onClick={() => complete.mutate()}
              >
                {isDone ? t('Completed') : t('Complete Lesson')}
              </Button>
              {onNext && (
                <Button variant={isDone ? 'contained' : 'outlined'} color={isDone ? 'primary' : 'inherit'} onClick={onNext}>
                  {t('Next Lesson')}
                </Button>
              )}
            </ActionRow>
          </>
        }
      />
    </>
  );
}

interface DoneProps {
  readonly activity: LtiActivity;
  readonly result: AnswerOf<typeof completeLtiLesson> | undefined;
  /** Number of unanswered questions in the lesson. */
  readonly left: number;
}

/** Says that the activity is completed, and what the platform is told. */
function Done({ activity, result, left }: DoneProps) {
  return <Alert severity="success">{doneWords({ activity, result, left })}</Alert>;
}

function doneWords({ activity, result, left }: DoneProps): string {
  if (!activity.is_graded) return t('Lesson completed');
  if (left > 0) return t('Lesson completed. Your learning platform will receive your result once you have answered the questions.');
  return result?.percent === undefined
    ? t('Lesson completed')
    : t('Lesson completed. Your learning platform will receive your result: {n}%.', { n: result.percent });
}

/** The simulation of a launch. */
function LaunchedSimulation({ call, activity }: LaunchedProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['lti-simulation'],
    queryFn: ({ signal }) => call(getLtiSimulation, { signal }),
    staleTime: Infinity,
  });
  const solve = useAction({
    mutationFn: (solutions: readonly Solution[]) =>
      call(solveLtiTasks, { body: { solutions: solutions.map((one) => ({ ...one, parameters: [...one.parameters] })) } }),
    retry: 2,
  });
  if (error && !data) return <ErrorState title={t('The simulation could not be opened')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={t('Loading the simulation')} rows={6} />;
  return (
    <>
      <Typography variant="h1" sx={{ marginBlockEnd: 2 }} {...languageAttributes(activity.language)}>
        <FormulaText text={data.scene.title} dir={undefined} />
      </Typography>
      <SimulationView
        scene={data.scene}
        made={{ written_by: null, checked_by: null, solved: data.solved }}
        onSolved={(_, solutions) => solve.mutate(solutions)}
      />
      {solve.error && <Alert severity="error">{errorText(solve.error, t('Your progress could not be saved. Please try again.'))}</Alert>}
    </>
  );
}

/** The component for each kind of launched activity. */
export const LAUNCHED: Readonly<Record<Placed, ComponentType<LaunchedProps>>> = {
  course: LaunchedLessons,
  lesson: LaunchedLessons,
  simulation: LaunchedSimulation,
};
