import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { CARDS_A_LESSON, cardsCost } from '#contract/practice/cards.contract.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatTokens } from '#frontend/lib/format.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { courseCards, useLibraryCards, useMakeCards } from './card-queries.ts';

interface LessonCardsProps {
  readonly userId: string;
  readonly courseId: string;
  readonly lessonId: string;
  /** Whether the course is being read in another language than its own. */
  readonly isTranslation: boolean;
}

/**
 * At the end of a lesson: its flash cards. Those of the library were kept with it, and can be declined; others are written on a press, whose
 * price stands beside it.
 */
export default function LessonCards({ userId, courseId, lessonId, isTranslation }: LessonCardsProps) {
  const { data, error, refetch } = useQuery({ ...courseCards(userId, courseId), refetchOnMount: 'always' });
  const make = useMakeCards(userId, courseId);
  const choose = useLibraryCards(userId, courseId);
  const lesson = data?.lessons.find((one) => one.lesson_id === lessonId);
  // the lesson belongs to a version that is being replaced
  if (data && !lesson) return null;
  return (
    <Box component="section" aria-label={t('Flash cards of this lesson')} sx={{ order: 2, flex: '1 1 100%', minHeight: 72, minWidth: 0 }}>
      {!data && error && (
        <ActionRow>
          <Typography role="alert" color="textSecondary">
            {errorText(error, t('The flash cards of this lesson could not be loaded.'))}
          </Typography>
          <Button variant="outlined" color="inherit" onClick={() => void refetch()}>
            {t('Try again')}
          </Button>
        </ActionRow>
      )}
      {!data && !error && <Typography color="textSecondary">{t('Loading the flash cards of this lesson')}</Typography>}
      {data && lesson && lesson.cards > 0 && (
        <Typography role="status">
          {t('{n, plural, one {# flash card of this lesson is} other {# flash cards of this lesson are}} in your deck.', {
            n: lesson.cards,
          })}{' '}
          <TextLink to="/review/cards" search={{ deck: data.deck }}>
            {t('Open the deck')}
          </TextLink>
          {lesson.is_free && (
            <Button
              size="small"
              color="inherit"
              aria-busy={choose.isPending}
              onClick={() => choose.mutate({ lessonId, keep: false })}
              sx={{ marginInlineStart: 1 }}
            >
              {t('Do not keep them')}
            </Button>
          )}
        </Typography>
      )}
      {data?.task_id != null && lesson?.cards === 0 && !lesson.is_free && (
        <Typography role="status">
          {t('Flash cards are being written: {n}%', { n: data.progress })} · <TextLink to="/create/runs">{t('Your requests')}</TextLink>
        </Typography>
      )}
      {lesson?.is_free && lesson.cards === 0 && (
        <ActionRow>
          <Button variant="outlined" color="inherit" aria-busy={choose.isPending} onClick={() => choose.mutate({ lessonId, keep: true })}>
            {t('Add its flash cards')}
          </Button>
          <Typography variant="body2" color="textSecondary">
            {t('Facts worth remembering, reviewed just before you would forget them. They are from the library and cost nothing.')}
          </Typography>
        </ActionRow>
      )}
      {data?.task_id === null && lesson?.cards === 0 && !lesson.is_free && (
        <>
          {make.isSuccess && data.problem !== null && <Typography color="error">{translateServerText(data.problem)}</Typography>}
          <ActionRow>
            <Button
              variant="outlined"
              color="inherit"
              aria-busy={make.isPending}
              onClick={() => make.mutate({ price: cardsCost(1), lessons: [lessonId] })}
            >
              {t('{n, plural, one {Add # flash card} other {Add # flash cards}}', { n: CARDS_A_LESSON })}
            </Button>
            <Typography variant="body2" color="textSecondary">
              {t('Facts worth remembering, reviewed just before you would forget them. Up to {n} tokens.', {
                n: formatTokens(cardsCost(1)),
              })}
              {isTranslation && ` ${t('The cards are in the course’s original language, not the one you are reading it in.')}`}
            </Typography>
          </ActionRow>
        </>
      )}
    </Box>
  );
}
