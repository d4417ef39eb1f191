import { useState } from 'react';
import Button from '@mui/material/Button';
import Rating from '@mui/material/Rating';
import Typography from '@mui/material/Typography';
import type { Rating as RatingOfCourse } from '#contract/market/market.contract.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { AnswerForm } from '#frontend/ui/fields/answer-form.tsx';
import { Entry } from '#frontend/ui/list/entry-list.tsx';
import { Quotation } from '#frontend/ui/quotation.tsx';
import { TypedText } from '#frontend/ui/typed-text.tsx';
import { useRatingAnswer } from './market-queries.ts';
import { MARKET_WORDS } from '#contract/market/market-words.ts';

interface ReviewProps {
  readonly courseId: string;
  readonly rating: RatingOfCourse;
  /** The reader is the course's creator and may answer. */
  readonly isCreator: boolean;
}

/** A rating of a course, with its creator's answer. */
export function RatingReview({ courseId, rating, isCreator }: ReviewProps) {
  const [isOpen, setOpen] = useState(false);
  const save = useRatingAnswer(courseId, () => setOpen(false));
  return (
    <Entry
      title={
        <>
          {t(MARKET_WORDS.stars, { n: rating.stars })} · <bdi>{rating.by}</bdi>
        </>
      }
      lines={[`${formatDate(rating.updated_at)}${rating.is_sample ? ` · ${t(MARKET_WORDS.sample)}` : ''}`]}
      actions={<Rating value={rating.stars} readOnly size="small" aria-hidden />}
    >
      {rating.text !== '' && <TypedText>{rating.text}</TypedText>}
      {rating.answer !== null && !isOpen && (
        <Quotation component="div">
          <Typography variant="subtitle2">{t(MARKET_WORDS.answer)}</Typography>
          <TypedText>{rating.answer}</TypedText>
        </Quotation>
      )}
      {isCreator &&
        (isOpen ? (
          <AnswerForm
            answer={rating.answer}
            isPending={save.isPending}
            onAnswer={(answer) => save.mutate({ ratingId: rating.id, answer })}
          />
        ) : (
          <Button size="small" color="inherit" onClick={() => setOpen(true)}>
            {rating.answer === null ? t('Answer') : t('Change the answer')}
          </Button>
        ))}
    </Entry>
  );
}
