import { useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Divider from '@mui/material/Divider';
import Typography from '@mui/material/Typography';
import { RATINGS, type FlashCard, type Rating } from '#contract/practice/cards.contract.ts';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import { t } from '#frontend/lib/text.ts';
import { READING_MEASURE } from '#frontend/theme/tokens.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { CardText } from '#frontend/ui/formula-text.tsx';
import { useRating } from './card-queries.ts';

const captions = (): Readonly<Record<Rating, string>> => ({
  again: t('Not known'),
  hard: t('Hard'),
  good: t('Known'),
  easy: t('Easy'),
});

interface FlashCardQuestionProps {
  readonly userId: string;
  readonly card: FlashCard;
  readonly onNext: () => void;
}

/** A flash card in a review: its front, then its back, then how well it was known. */
export function FlashCardQuestion({ userId, card, onNext }: FlashCardQuestionProps) {
  const [isTurned, setTurned] = useState(false);
  const rating = useRating(userId);
  const { source } = card;
  const rate = (chosen: Rating) => {
    rating.mutate({ cardId: card.card_id, ratingId: randomId(), rating: chosen });
    onNext();
  };
  return (
    <Box sx={{ maxWidth: READING_MEASURE }}>
      <Card sx={{ padding: { xs: 2, sm: 3 }, minHeight: 160 }}>
        <Typography component="h2" variant="h3">
          <CardText text={card.front} />
        </Typography>
        <div role="status">
          {isTurned && (
            <>
              <Divider sx={{ marginBlock: 2 }} />
              <Typography component="div">
                <CardText text={card.back} />
              </Typography>
              {source && (
                <Typography variant="body2" color="textSecondary" sx={{ marginBlockStart: 2 }}>
                  <TextLink
                    dir="auto"
                    to="/courses/$courseId/learn/$module/$lesson"
                    params={{ courseId: source.course_id, module: String(source.module), lesson: String(source.lesson) }}
                    search={{ passage: source.passage ?? undefined }}
                  >
                    {t('In the lesson: {title}', { title: source.lesson_title })}
                  </TextLink>
                </Typography>
              )}
            </>
          )}
        </div>
      </Card>
      <ActionRow>
        {isTurned ? (
          RATINGS.map((one) => (
            <Button
              key={one}
              ref={one === 'good' ? focusOnMount : undefined}
              variant={one === 'good' ? 'contained' : 'outlined'}
              color={one === 'good' ? 'primary' : 'inherit'}
              onClick={() => rate(one)}
            >
              {captions()[one]}
            </Button>
          ))
        ) : (
          <Button ref={focusOnMount} variant="contained" onClick={() => setTurned(true)}>
            {t('Show the answer')}
          </Button>
        )}
      </ActionRow>
    </Box>
  );
}
