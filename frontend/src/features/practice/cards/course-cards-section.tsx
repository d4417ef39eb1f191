import { useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { cardsCost } from '#contract/practice/cards.contract.ts';
import { withReason } from '#frontend/lib/api-error.ts';
import { formatTokens } from '#frontend/lib/format.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { courseCards, useMakeCards } from './card-queries.ts';

interface SectionProps {
  readonly userId: string;
  readonly courseId: string;
  /** Whether the course is being read in another language than its own. */
  readonly isTranslation: boolean;
}

/** The flash cards of a course's lessons, and those that can be written. The price is shown before the button is pressed. */
export function CourseCardsSection({ userId, courseId, isTranslation }: SectionProps) {
  const { data, error, refetch } = useQuery(courseCards(userId, courseId));
  const make = useMakeCards(userId, courseId);
  if (!data) {
    return (
      <RuledSection title={t('Flash cards')}>
        {error ? (
          <ErrorState title={t('The flash cards of this course could not be loaded')} error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState label={t('Loading the flash cards of this course')} rows={2} />
        )}
      </RuledSection>
    );
  }
  if (data.lessons.length === 0) return null;
  const { lessons, task_id: taskId, progress, problem, reason } = data;
  const cards = lessons.reduce((sum, one) => sum + one.cards, 0);
  const without = lessons.filter((one) => one.cards === 0);
  const missing = without.length;
  // the library's cost nothing
  const paid = without.filter((one) => !one.is_free).length;
  return (
    <RuledSection title={t('Flash cards')}>
      <Typography color="textSecondary" sx={{ marginBlock: 1 }}>
        {cards === 0
          ? t('Facts worth remembering, reviewed just before you would forget them.')
          : t('{cards, plural, one {# card from this course comes} other {# cards from this course come}} back in your review.', { cards })}
      </Typography>
      {isTranslation && (
        <Typography color="textSecondary" sx={{ marginBlock: 1 }}>
          {t('The cards are in the course’s original language, not the one you are reading it in.')}
        </Typography>
      )}
      {problem !== null && missing > 0 && (
        <Typography color="error" sx={{ marginBlock: 1 }}>
          {withReason(translateServerText(problem), reason)}
        </Typography>
      )}
      <ActionRow>
        {taskId !== null && (
          <Typography role="status">
            {t('Flash cards are being written: {n}%', { n: progress })} · <TextLink to="/create/runs">{t('Your requests')}</TextLink>
          </Typography>
        )}
        {taskId === null && missing > 0 && (
          <Button
            {...(cards === 0 ? { variant: 'contained' } : { variant: 'outlined', color: 'inherit' })}
            aria-busy={make.isPending}
            onClick={() => make.mutate({ price: cardsCost(paid) })}
          >
            {problem !== null ? t('Try again') : cards === 0 ? t('Create flash cards') : t('Create missing cards')}
          </Button>
        )}
      </ActionRow>
      {taskId === null && missing > 0 && paid === 0 && (
        <Typography variant="body2" color="textSecondary">
          {t('They are from the library and cost nothing.')}
        </Typography>
      )}
      {taskId === null && paid > 0 && (
        <Typography variant="body2" color="textSecondary">
          {t(
            'Up to {all} tokens, {n} for the three cards of a lesson: one service writes them, another checks them. You are not charged for cards that do not pass.',
            {
              all: formatTokens(cardsCost(paid)),
              n: formatTokens(cardsCost(1)),
            },
          )}
        </Typography>
      )}
    </RuledSection>
  );
}
