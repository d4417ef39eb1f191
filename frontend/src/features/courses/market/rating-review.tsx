import { useState } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { Rating } from '#contract/market/market.contract.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { AnswerForm } from '#frontend/ui/fields/answer-form.tsx';
import { useRatingAnswer } from './market-queries.ts';
import { MARKET_WORDS } from '#contract/market/market-words.ts';

const Plain = styled('p')({ margin: 0, paddingBlockStart: 12, whiteSpace: 'pre-line', overflowWrap: 'anywhere', lineHeight: 1.6 });
const When = styled('span')(({ theme }) => ({ ...theme.typography.body2, color: theme.vars.palette.text.secondary }));
const Answer = styled('div')(({ theme }) => ({
  marginBlockStart: 8,
  paddingInlineStart: 16,
  borderInlineStart: `3px solid ${theme.vars.palette.line.waiting}`,
}));

interface ReviewProps {
  readonly courseId: string;
  readonly rating: Rating;
  /** The reader is the course's creator and may answer. */
  readonly isCreator: boolean;
}

/** A rating of a course, with its creator's answer. */
export function RatingReview({ courseId, rating, isCreator }: ReviewProps) {
  const [isOpen, setOpen] = useState(false);
  const save = useRatingAnswer(courseId, () => setOpen(false));
  return (
    <li>
      <strong>
        {t(MARKET_WORDS.stars, { n: rating.stars })} · <bdi>{rating.by}</bdi>
      </strong>{' '}
      <When>
        {formatDate(rating.updated_at)}
        {rating.is_sample && ` · ${t(MARKET_WORDS.sample)}`}
      </When>
      {rating.text !== '' && <Plain dir="auto">{rating.text}</Plain>}
      {rating.answer !== null && !isOpen && (
        <Answer>
          <strong>{t(MARKET_WORDS.answer)}</strong>
          <Plain dir="auto">{rating.answer}</Plain>
        </Answer>
      )}
      {isCreator &&
        (isOpen ? (
          <AnswerForm
            answer={rating.answer}
            isPending={save.isPending}
            onAnswer={(answer) => save.mutate({ ratingId: rating.id, answer })}
          />
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
