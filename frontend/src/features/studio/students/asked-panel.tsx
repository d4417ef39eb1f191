import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { MARKET_TEXT_LENGTH } from '#contract/market/market.contract.ts';
import type { AskedQuestion } from '#contract/market/questions.contract.ts';
import { formatDate, formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { askedOf, useAnswer } from './student-queries.ts';

const List = styled('ul')({ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 24, paddingBlockStart: 16 });
const Words = styled('p')({ margin: '4px 0', whiteSpace: 'pre-line', overflowWrap: 'anywhere', maxWidth: '60ch' });
const Note = styled('p')(({ theme }) => ({ ...theme.typography.body2, color: theme.vars.palette.text.secondary, margin: 0 }));
const Form = styled('form')({ display: 'grid', gap: 8, justifyItems: 'start', maxWidth: '40rem', '& > div': { width: '100%' } });

/** Questions about lessons of the creator's courses; answers are shown beside the lesson to all its owners. */
export function AskedPanel({ userId }: { readonly userId: string }) {
  const { data, error, refetch } = useQuery(askedOf(userId));
  return (
    <RuledSection title={t('Questions at your lessons')} aside={data && t('{n} open', { n: formatNumber(data.open) })}>
      {error && !data ? (
        <ErrorState title={t('The questions could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState label={t('Loading the questions')} rows={3} />
      ) : data.questions.length === 0 ? (
        <Words>{t('Nobody has asked anything yet.')}</Words>
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
  const [answer, setAnswer] = useState(question.answer ?? '');
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
        <Form
          onSubmit={(event) => {
            event.preventDefault();
            if (answer.trim()) save.mutate({ questionId: question.question_id, answer });
          }}
        >
          <TextField
            label={t('Your answer')}
            multiline
            minRows={2}
            maxLength={MARKET_TEXT_LENGTH}
            value={answer}
            onChange={({ target }) => setAnswer(target.value)}
          />
          <Button type="submit" variant="outlined" color="inherit" disabled={!answer.trim()} aria-busy={save.isPending}>
            {t('Answer')}
          </Button>
        </Form>
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
