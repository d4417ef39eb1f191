import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import CardContent from '@mui/material/CardContent';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Typography from '@mui/material/Typography';
import type { AskedQuestion } from '#contract/market/questions.contract.ts';
import { formatDate, formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { SectionCard } from '#frontend/ui/cards/section-card.tsx';
import { AnswerForm } from '#frontend/ui/fields/answer-form.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { studentQuestionsQuery, useAnswer } from './student-queries.ts';

/** Questions about lessons of the creator's courses; answers are shown beside the lesson to all its owners. */
export function StudentQuestionsPanel({ userId }: { readonly userId: string }) {
  const { data, error, refetch } = useQuery(studentQuestionsQuery(userId));
  return (
    <SectionCard isFlush title={t('Questions on your lessons')} aside={data && t('{n} open', { n: formatNumber(data.open) })}>
      {data && data.questions.length > 0 ? (
        <List>
          {data.questions.map((question) => (
            <Asked key={question.question_id} userId={userId} question={question} />
          ))}
        </List>
      ) : (
        <CardContent>
          {data ? (
            t('No questions yet.')
          ) : error ? (
            <ErrorState title={t('The questions could not be loaded')} error={error} onRetry={() => void refetch()} />
          ) : (
            <LoadingState label={t('Loading the questions')} rows={3} />
          )}
        </CardContent>
      )}
    </SectionCard>
  );
}

function Asked({ userId, question }: { readonly userId: string; readonly question: AskedQuestion }) {
  const [isOpen, setOpen] = useState(question.answer === null);
  const save = useAnswer(userId, () => setOpen(false));
  return (
    <ListItem divider sx={{ display: 'block', paddingBlock: 2 }}>
      <Typography variant="body2" color="textSecondary">
        <bdi>{question.by}</bdi> · {formatDate(question.created_at)} ·{' '}
        <bdi>
          <FormulaText text={question.course.title} dir="rtl" />
        </bdi>
        {question.lesson_title !== '' && (
          <>
            {' '}
            ·{' '}
            <bdi>
              <FormulaText text={question.lesson_title} dir="rtl" />
            </bdi>
          </>
        )}
      </Typography>
      <Words>{question.text}</Words>
      {isOpen ? (
        <AnswerForm
          answer={question.answer}
          isPending={save.isPending}
          onAnswer={(answer) => save.mutate({ questionId: question.question_id, answer })}
        />
      ) : (
        <>
          <Typography variant="subtitle2">{t('Your answer')}</Typography>
          <Words>{question.answer}</Words>
          <Button size="small" color="inherit" onClick={() => setOpen(true)}>
            {t('Change the answer')}
          </Button>
        </>
      )}
    </ListItem>
  );
}

/** Text written by a person: keeps its line breaks and has its own direction. */
function Words({ children }: { readonly children: string | null }) {
  return (
    <Typography dir="auto" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', marginBlock: 0.5 }}>
      {children}
    </Typography>
  );
}
