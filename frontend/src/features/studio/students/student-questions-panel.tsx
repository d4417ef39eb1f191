import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { AskedQuestion } from '#contract/market/questions.contract.ts';
import { formatDate, formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { AnswerForm } from '#frontend/ui/fields/answer-form.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { studentQuestionsQuery, useAnswer } from './student-queries.ts';

const List = styled('ul')({ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 24, paddingBlockStart: 16 });
const Words = styled('p')({ margin: '4px 0', whiteSpace: 'pre-line', overflowWrap: 'anywhere', maxWidth: '60ch' });
const Note = styled('p')(({ theme }) => ({ ...theme.typography.body2, color: theme.vars.palette.text.secondary, margin: 0 }));

/** Questions about lessons of the creator's courses; answers are shown beside the lesson to all its owners. */
export function StudentQuestionsPanel({ userId }: { readonly userId: string }) {
  const { data, error, refetch } = useQuery(studentQuestionsQuery(userId));
  return (
    <RuledSection title={t('Questions at your lessons')} aside={data && t('{n} open', { n: formatNumber(data.open) })}>
      {error && !data ? (
        <ErrorState title={t('The questions could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState label={t('Loading the questions')} rows={3} />
      ) : data.questions.length === 0 ? (
        <Words>{t('No questions yet.')}</Words>
      ) : (
        <List>
          {data.questions.map((question) => (
            <Asked key={question.question_id} userId={userId} question={question} />
          ))}
        </List>
      )}
    </RuledSection>
  );
}

function Asked({ userId, question }: { readonly userId: string; readonly question: AskedQuestion }) {
  const [isOpen, setOpen] = useState(question.answer === null);
  const save = useAnswer(userId, () => setOpen(false));
  return (
    <li>
      <Note>
        <bdi>{question.by}</bdi> · {formatDate(question.created_at)} · <bdi>{question.course.title}</bdi>
        {question.lesson_title !== '' && (
          <>
            {' '}
            · <bdi>{question.lesson_title}</bdi>
          </>
        )}
      </Note>
      <Words dir="auto">{question.text}</Words>
      {isOpen ? (
        <AnswerForm
          answer={question.answer}
          isPending={save.isPending}
          onAnswer={(answer) => save.mutate({ questionId: question.question_id, answer })}
        />
      ) : (
        <>
          <strong>{t('Your answer')}</strong>
          <Words dir="auto">{question.answer}</Words>
          <Button size="small" color="inherit" onClick={() => setOpen(true)}>
            {t('Change the answer')}
          </Button>
        </>
      )}
    </li>
  );
}
