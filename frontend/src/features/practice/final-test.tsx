import { useState, type ReactNode } from 'react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { finishFinalTest, getFinalTest, startFinalTest, type OpenTest } from '#contract/practice/final-test.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { formatDate, formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { SectionCard } from '#frontend/ui/cards/section-card.tsx';
import { QuestionOptions } from '#frontend/ui/quiz/question-options.tsx';
import { useFinalTask } from './words-queries.ts';
import { AskedQuestion, Marked } from './asked-question.tsx';

type Marks = AnswerOf<typeof finishFinalTest>['marks'];

export const finalTest = (userId: string, courseId: string) =>
  queryOptions({
    queryKey: ['final-test', userId, courseId],
    queryFn: ({ signal }) => call(getFinalTest, { params: { course_id: courseId }, signal }),
  });

interface FinalTestProps {
  readonly userId: string;
  readonly courseId: string;
  readonly language: TextLanguage;
  /** Shown after a passed test, or for a course without one. */
  readonly children: ReactNode;
}

/** The final test of a completed course with certification; without one, renders its children. */
export function FinalTest({ userId, courseId, language, children }: FinalTestProps) {
  const cache = useQueryClient();
  const { data } = useQuery(finalTest(userId, courseId));
  const [test, setTest] = useState<OpenTest | null>(null);
  const [chosen, setChosen] = useState<Readonly<Record<number, readonly string[]>>>({});
  const failed = t('The test could not be sent.');
  const options = { onError: (error: Error) => toast('error', errorText(error, failed)) };
  const start = useAction({
    mutationFn: () => call(startFinalTest, { params: { course_id: courseId }, fallback: failed }),
    onSuccess: ({ open }) => {
      setChosen({});
      finish.reset();
      setTest(open);
    },
    ...options,
  });
  const finish = useAction({
    mutationFn: ({ test_id, questions }: OpenTest) =>
      call(finishFinalTest, {
        params: { course_id: courseId, test_id },
        // the initial order counts as an answer, too
        body: {
          answers: questions.map(({ kind, options: all }, at) => [...(chosen[at] ?? (kind === 'order' ? all.map(({ id }) => id) : []))]),
        },
        fallback: failed,
      }),
    onSuccess: () => cache.invalidateQueries({ queryKey: finalTest(userId, courseId).queryKey }),
    ...options,
  });
  const { isPassed: isTaskPassed } = useFinalTask({ userId, courseId });
  if (data === undefined) return null;
  const isTaskMissing = data.is_task_needed && !isTaskPassed;
  const certificate = isTaskMissing ? (
    <Typography>{t('The certificate comes with the final task: most of its points have to be met.')}</Typography>
  ) : (
    children
  );
  if (!data.is_needed) return certificate;
  const isPassed = data.attempts.some(({ passed }) => passed);
  const marks = finish.data?.marks;
  return (
    <>
      <SectionCard title={t('Final test')}>
        <Stack sx={{ alignItems: 'flex-start', gap: 3 }}>
          <Typography>
            {t('{n} questions on the whole course; {pass} correct answers to pass. You need to pass to get the certificate.', {
              n: formatNumber(data.questions),
              pass: formatNumber(data.pass_mark),
            })}
          </Typography>
          <div role="status">
            <List disablePadding>
              {data.attempts.map(({ test_id, right, total, passed, finished_at }) => (
                <ListItem key={test_id} disableGutters>
                  <ListItemText>
                    {t('{date}: {right} of {total} correct, {outcome}', {
                      date: formatDate(finished_at),
                      right: formatNumber(right),
                      total: formatNumber(total),
                      outcome: passed ? t('passed') : t('not passed'),
                    })}
                  </ListItemText>
                </ListItem>
              ))}
            </List>
          </div>
          {test?.questions.map((question, at) => (
            <TestQuestion
              key={at}
              number={at + 1}
              question={question}
              language={language}
              chosen={chosen[at] ?? []}
              mark={marks?.[at]}
              onChoose={(ids) => setChosen({ ...chosen, [at]: ids })}
            />
          ))}
          {test && !marks ? (
            <Button variant="contained" aria-busy={finish.isPending} onClick={() => finish.mutate(test)}>
              {t('Hand in')}
            </Button>
          ) : (
            !isPassed && (
              <Button variant="contained" aria-busy={start.isPending} onClick={() => start.mutate()}>
                {data.open ? t('Continue the test') : data.attempts.length > 0 ? t('Try another test') : t('Start the test')}
              </Button>
            )
          )}
        </Stack>
      </SectionCard>
      {isPassed && certificate}
    </>
  );
}

interface TestQuestionProps {
  readonly number: number;
  readonly question: OpenTest['questions'][number];
  readonly language: TextLanguage;
  readonly chosen: readonly string[];
  readonly mark: Marks[number] | undefined;
  readonly onChoose: (ids: readonly string[]) => void;
}

function TestQuestion({ number, question, language, chosen, mark, onChoose }: TestQuestionProps) {
  const { kind, options } = question;
  return (
    <AskedQuestion question={question.question} number={number} language={language} isDisabled={mark !== undefined}>
      <QuestionOptions
        {...{ kind, options, chosen, onChoose, language }}
        isDisabled={mark !== undefined}
        rightIds={mark?.right_ids}
        feedback={mark?.feedback}
      />
      {mark && <Marked {...{ kind, options, language, mark }} />}
    </AskedQuestion>
  );
}
