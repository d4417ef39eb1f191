import { useState, type ComponentProps } from 'react';
import { useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ClassQuestion } from '#contract/classes/class-questions.contract.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { AnswerForm } from '#frontend/ui/fields/answer-form.tsx';
import { CourseTitle } from '#frontend/ui/course-title.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { classQuestions, useAnswer } from './class-queries.ts';

interface ClassQuestionsProps {
  readonly userId: string;
  readonly classId: string;
  /** Whether the user answers questions; otherwise the list shows the user's own. */
  readonly mayAnswer: boolean;
}

/** Students' questions about assignments, unanswered ones first. */
export function ClassQuestions({ userId, classId, mayAnswer }: ClassQuestionsProps) {
  const { data, error, refetch } = useQuery(classQuestions(userId, classId));
  const answer = useAnswer(userId, classId);
  return (
    <RuledSection title={mayAnswer ? t('Questions of students') : t('Your questions')}>
      {!data && error && <ErrorState title={t('The questions could not be loaded')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingState label={t('Loading the questions')} rows={3} />}
      {data?.questions.length === 0 && (
        <EmptyState subject="messages" title={t('No questions yet')}>
          {mayAnswer
            ? t('Students’ questions about their assignments appear here for you to answer.')
            : t('Each assignment has a button to ask its teacher.')}
        </EmptyState>
      )}
      {data && data.questions.length > 0 && (
        <EntryList aria-label={t('Questions')}>
          {data.questions.map((one) => (
            <Entry
              key={one.question_id}
              mark={mayAnswer && one.answer === null ? 'attention' : undefined}
              title={<span dir="auto">{one.text}</span>}
              lines={[<Asked key="asked" question={one} showsName={mayAnswer} />]}
            >
              {mayAnswer ? (
                <Answer
                  key={one.answer}
                  question={one}
                  isPending={answer.isPending && answer.variables?.questionId === one.question_id}
                  onAnswer={(text) =>
                    answer.mutate(
                      { questionId: one.question_id, answer: text },
                      {
                        onSuccess: () => toast('success', t('Answered')),
                        onError: (failure) => toast('error', errorText(failure, t('The answer could not be sent.'))),
                      },
                    )
                  }
                />
              ) : (
                <Typography component="div" dir="auto">
                  {one.answer ?? t('Not answered yet')}
                </Typography>
              )}
            </Entry>
          ))}
        </EntryList>
      )}
    </RuledSection>
  );
}

interface AnswerProps extends Pick<ComponentProps<typeof AnswerForm>, 'isPending' | 'onAnswer'> {
  readonly question: ClassQuestion;
}

/** A teacher's answer, which can be changed, or the form for it. */
function Answer({ question: { answer, text }, ...form }: AnswerProps) {
  const [isChanging, setChanging] = useState(false);
  if (answer === null || isChanging) return <AnswerForm answer={answer} {...form} />;
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: '4px 16px' }}>
      <Typography component="div" dir="auto" sx={{ flex: '1 1 14rem', minWidth: 0 }}>
        {answer}
      </Typography>
      <Button color="inherit" onClick={() => setChanging(true)}>
        {t('Change the answer')}
        <VisuallyHidden>{` ${text}`}</VisuallyHidden>
      </Button>
    </Stack>
  );
}

function Asked({ question, showsName }: { readonly question: ClassQuestion; readonly showsName: boolean }) {
  return (
    <MetaLine
      facts={[
        <CourseTitle key="course" title={question.title} language={undefined} />,
        formatWhen(question.created_at),
        showsName ? (
          <bdi key="by">{question.by}</bdi>
        ) : (
          question.answered_by !== null && t('Answered by {name}', { name: question.answered_by })
        ),
      ]}
    />
  );
}
