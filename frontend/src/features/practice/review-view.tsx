import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { ReviewCard } from '#contract/practice/practice.contract.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { formatNumber, formatWhen } from '#frontend/lib/format.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import { isolateLatinTerms } from '#frontend/lib/latin-terms.ts';
import { t } from '#frontend/lib/text.ts';
import { READING_MEASURE } from '#frontend/theme/tokens.ts';
import { QuestionOptions, RightOptions } from '#frontend/ui/quiz/question-options.tsx';
import { LinkButton, TextLink } from '#frontend/ui/link.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { FlashCardQuestion } from './cards/flash-card-question.tsx';
import { review } from './review-query.ts';
import { useAnswer } from './use-answer.ts';
import { WordsQuestion } from './words-question.tsx';

const Where = styled('p')(({ theme }) => ({ ...theme.typography.body2, margin: '0 0 16px', color: theme.vars.palette.text.secondary }));
const Question = styled('fieldset')({ border: 0, margin: 0, padding: 0, minWidth: 0, maxWidth: READING_MEASURE });
const Legend = styled('legend')(({ theme }) => ({ ...theme.typography.h3, padding: 0, marginBlockEnd: 12 }));
const Feedback = styled('div')(({ theme }) => ({
  marginBlock: 12,
  paddingInlineStart: 16,
  borderInlineStart: `3px solid ${theme.vars.palette.success.main}`,
  '&[data-right="no"]': { borderColor: theme.vars.palette.error.main },
  '& p': { margin: 0 },
}));

/** One session: the due questions, one after the other. */
export function ReviewView({ userId }: { readonly userId: string }) {
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery({ ...review(userId), refetchOnMount: 'always' });
  const [place, setPlace] = useState(0);
  const again = () => {
    setPlace(0);
    void cache.invalidateQueries({ queryKey: review(userId).queryKey });
  };
  if (error && !data) return <ErrorState title={t('The review could not be loaded')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={t('Loading the review')} rows={6} />;
  const total = data.cards.length + data.flash_cards.length;
  const flashCard = data.flash_cards[place - data.cards.length];
  if (flashCard) {
    return (
      <>
        <Where>
          {t('Card {n} of {total}', { n: formatNumber(place + 1), total: formatNumber(total) })} · <span dir="auto">{flashCard.deck}</span>
        </Where>
        <FlashCardQuestion key={flashCard.card_id} userId={userId} card={flashCard} onNext={() => setPlace(place + 1)} />
      </>
    );
  }
  const card = data.cards[place];
  if (card) {
    return (
      <>
        <Where>
          {t('Question {n} of {total}', { n: formatNumber(place + 1), total: formatNumber(total) })} ·{' '}
          <TextLink
            dir="auto"
            to="/courses/$courseId/learn/$module/$lesson"
            params={{ courseId: card.course_id, module: String(card.module), lesson: String(card.lesson) }}
          >
            {isolateLatinTerms(card.lesson_title, 'rtl')}
          </TextLink>
        </Where>
        <Asked key={`${card.lesson_id} ${card.question_id}`} userId={userId} card={card} onNext={() => setPlace(place + 1)} />
      </>
    );
  }
  if (total > 0) {
    return (
      <EmptyState
        title={t('Done for now')}
        actions={
          <Button variant="contained" onClick={again}>
            {t('Check for more')}
          </Button>
        }
      >
        {t('What you knew comes back later; what you did not know comes back sooner.')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t('Nothing to review now')}
      actions={
        <LinkButton to="/courses" variant="contained">
          {t('Go to My Courses')}
        </LinkButton>
      }
    >
      {data.next_at === null
        ? t('Answer the quiz of a lesson, and its questions come back here when it is time.')
        : t('The next question is due {when}.', { when: formatWhen(data.next_at) })}
    </EmptyState>
  );
}

/** The pressed button disappears: the focus moves to the one in its place. */
const goOnHere = (button: HTMLButtonElement | null) => button?.focus();

function Asked({ userId, card, onNext }: { readonly userId: string; readonly card: ReviewCard; readonly onNext: () => void }) {
  const [picked, setPicked] = useState<readonly string[]>([]);
  // the initial order is an answer, too
  const chosen = card.kind === 'order' && picked.length === 0 ? card.options.map(({ id }) => id) : picked;
  const answer = useAnswer(userId);
  const language = languageAttributes(card.language);
  const marked = answer.data;
  if (card.kind === 'short') {
    return (
      <>
        <Question>
          <Legend>
            <span {...language}>{isolateLatinTerms(card.question, language.dir)}</span>
          </Legend>
          <WordsQuestion
            of={{ userId, courseId: card.course_id, lessonId: card.lesson_id }}
            questionId={card.question_id}
            language={language}
            isFresh
          />
        </Question>
        <Button variant="outlined" color="inherit" sx={{ marginBlockStart: 2 }} onClick={onNext}>
          {t('Next question')}
        </Button>
      </>
    );
  }
  return (
    <>
      <Question disabled={marked !== undefined}>
        <Legend>
          <span {...language}>{isolateLatinTerms(card.question, language.dir)}</span>
        </Legend>
        <QuestionOptions
          kind={card.kind}
          options={card.options}
          chosen={chosen}
          onChoose={setPicked}
          language={language}
          isDisabled={marked !== undefined}
        />
      </Question>
      <div role="status">
        {marked && (
          <Feedback data-right={marked.is_right ? 'yes' : 'no'}>
            <div>
              <strong>{marked.is_right ? t('Right.') : t('Not quite. The answer is:')}</strong>{' '}
              {!marked.is_right && <RightOptions kind={card.kind} options={card.options} rightIds={marked.right_ids} language={language} />}
            </div>
            <p>
              <span {...language}>{isolateLatinTerms(marked.explanation, language.dir)}</span>
            </p>
          </Feedback>
        )}
      </div>
      {marked ? (
        <Button ref={goOnHere} variant="contained" onClick={onNext}>
          {t('Next question')}
        </Button>
      ) : (
        <Button
          variant="outlined"
          color="inherit"
          disabled={chosen.length === 0}
          aria-busy={answer.isPending}
          onClick={() =>
            answer.mutate({
              answerId: randomId(),
              courseId: card.course_id,
              lessonId: card.lesson_id,
              questionId: card.question_id,
              chosenIds: chosen,
            })
          }
        >
          {t('Check answer')}
        </Button>
      )}
    </>
  );
}
