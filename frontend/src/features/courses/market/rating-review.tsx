import { useState } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { MARKET_TEXT_LENGTH, type Rating } from '#contract/market/market.contract.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { useRatingAnswer } from './market-queries.ts';

const Plain = styled('p')({ margin: 0, paddingBlockStart: 12, whiteSpace: 'pre-line', overflowWrap: 'anywhere', lineHeight: 1.6 });
const When = styled('span')(({ theme }) => ({ ...theme.typography.body2, color: theme.vars.palette.text.secondary }));
const Answer = styled('div')(({ theme }) => ({
  marginBlockStart: 8,
  paddingInlineStart: 16,
  borderInlineStart: `3px solid ${theme.vars.palette.line.waiting}`,
}));
const Form = styled('form')({ display: 'grid', gap: 8, justifyItems: 'start', marginBlockStart: 8, '& > div': { width: '100%' } });

interface ReviewProps {
  readonly courseId: string;
  readonly rating: Rating;
  /** The reader is the course's creator and may answer. */
  readonly isCreator: boolean;
}

/** A rating of a course, with its creator's answer. */
export function RatingReview({ courseId, rating, isCreator }: ReviewProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <strong>
        {t('{n} of 5', { n: rating.stars })} · <bdi>{rating.by}</bdi>
      </strong>{' '}
      <When>{formatDate(rating.updated_at)}</When>
      {rating.text !== '' && <Plain dir="auto">{rating.text}</Plain>}
      {rating.answer !== null && !isOpen && (
        <Answer>
          <strong>{t('Answer of the creator')}</strong>
          <Plain dir="auto">{rating.answer}</Plain>
        </Answer>
      )}
      {isCreator &&
        (isOpen ? (
          <AnswerForm courseId={courseId} rating={rating} onDone={() => setOpen(false)} />
        ) : (
          <div>
            <Button size="small" color="inherit" onClick={() => setOpen(true)}>
              {rating.answer === null ? t('Answer') : t('Change the answer')}
            </Button>
          </div>
        ))}
    </li>
  );
}

function AnswerForm({ courseId, rating, onDone }: { courseId: string; rating: Rating; onDone: () => void }) {
  const [answer, setAnswer] = useState(rating.answer ?? '');
  const save = useRatingAnswer(courseId, onDone);
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        if (answer.trim()) save.mutate({ ratingId: rating.id, answer });
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
  );
}
