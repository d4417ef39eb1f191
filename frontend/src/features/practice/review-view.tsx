import { useState, type ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import Grid from '@mui/material/Grid';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import type { listReview, ReviewCard } from '#contract/practice/practice.contract.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { formatNumber, formatWhen } from '#frontend/lib/format.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import { t } from '#frontend/lib/text.ts';
import { SectionCard } from '#frontend/ui/cards/section-card.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { Illustration } from '#frontend/ui/illustrations/illustration.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';
import { QuestionOptions } from '#frontend/ui/quiz/question-options.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { AskedQuestion, Marked } from './asked-question.tsx';
import { FlashCardQuestion } from './cards/flash-card-question.tsx';
import { review } from './review-query.ts';
import { useAnswer } from './use-answer.ts';
import { WordsQuestion } from './words-question.tsx';

const START = { alignSelf: 'flex-start' } as const;

interface ReviewViewProps {
  readonly userId: string;
  /** What to do while nothing is due: what is learnt next. */
  readonly way?: ReactNode;
}

/** One session: the due questions, one after the other. */
export function ReviewView({ userId, way }: ReviewViewProps) {
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
  const shown = { n: formatNumber(place + 1), total: formatNumber(total) };
  const progress = (100 * place) / total;
  const next = () => setPlace(place + 1);
  const sources = sourcesOf(data);
  const flashCard = data.flash_cards[place - data.cards.length];
  if (flashCard) {
    return (
      <Session
        title={t('Card {n} of {total}', shown)}
        line={<span dir="auto">{flashCard.deck}</span>}
        progress={progress}
        sources={sources}
      >
        <FlashCardQuestion key={flashCard.card_id} userId={userId} card={flashCard} onNext={next} />
      </Session>
    );
  }
  const card = data.cards[place];
  if (card) {
    return (
      <Session
        title={t('Question {n} of {total}', shown)}
        line={
          <TextLink
            dir="auto"
            to="/courses/$courseId/learn/$module/$lesson"
            params={{ courseId: card.course_id, module: String(card.module), lesson: String(card.lesson) }}
          >
            <FormulaText text={card.lesson_title} dir="rtl" />
          </TextLink>
        }
        progress={progress}
        sources={sources}
      >
        <Asked key={`${card.lesson_id} ${card.question_id}`} userId={userId} card={card} onNext={next} />
      </Session>
    );
  }
  if (total > 0) {
    return (
      <EmptyState
        title={t('Done for now')}
        illustration="no-reviews"
        actions={
          <>
            {way}
            <Button variant="outlined" color="inherit" onClick={again}>
              {t('Check for more')}
            </Button>
          </>
        }
      >
        {t('What you knew comes back later; what you did not know comes back sooner.')}
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t('Nothing to review now')} illustration="no-reviews" actions={way}>
      {data.next_at === null
        ? t('Answer the quiz of a lesson or make flash cards, and they come back here when it is time.')
        : t('The next one is due {when}.', { when: formatWhen(data.next_at) })}
    </EmptyState>
  );
}

interface Source {
  readonly title: string;
  readonly count: number;
}

/** Where a session's questions come from, in the order in which they are asked. */
function sourcesOf({ cards, flash_cards: flashCards }: AnswerOf<typeof listReview>): readonly Source[] {
  const counts = new Map<string, number>();
  for (const title of [...cards.map((card) => card.course_title), ...flashCards.map(({ deck }) => deck)]) {
    counts.set(title, (counts.get(title) ?? 0) + 1);
  }
  return [...counts].map(([title, count]) => ({ title, count }));
}

interface SessionProps {
  readonly title: string;
  /** Where it comes from. */
  readonly line: ReactNode;
  /** Percent of the session. */
  readonly progress: number;
  readonly sources: readonly Source[];
  readonly children: ReactNode;
}

/** What is asked now, with how far the session is. */
function Session({ title, line, progress, sources, children }: SessionProps) {
  return (
    <Grid container spacing={2.5}>
      <Grid size={{ xs: 12, lg: 8 }}>
        <SectionCard title={title} line={line}>
          <Stack sx={{ gap: 2.5 }}>
            <ProgressMeter label={t('Review')} value={progress} valueText={title} />
            {children}
          </Stack>
        </SectionCard>
      </Grid>
      <Grid size={{ xs: 12, lg: 4 }} sx={{ display: { xs: 'none', lg: 'block' } }}>
        <Stack sx={{ gap: 1, padding: 2 }}>
          <Illustration name="no-reviews" />
          <Typography component="h2" variant="h3">
            {t('{n} due', { n: formatNumber(sources.reduce((sum, { count }) => sum + count, 0)) })}
          </Typography>
          <Stack component="ul" sx={{ gap: 0.5, margin: 0, padding: 0, listStyle: 'none' }}>
            {sources.map(({ title: source, count }) => (
              <Typography key={source} component="li" variant="body2" color="textSecondary">
                {t('{n} from {title}', { n: formatNumber(count), title: formulaWords(source, 'rtl') })}
              </Typography>
            ))}
          </Stack>
        </Stack>
      </Grid>
    </Grid>
  );
}

function Asked({ userId, card, onNext }: { readonly userId: string; readonly card: ReviewCard; readonly onNext: () => void }) {
  const [picked, setPicked] = useState<readonly string[]>([]);
  // the initial order is an answer, too
  const chosen = card.kind === 'order' && picked.length === 0 ? card.options.map(({ id }) => id) : picked;
  const answer = useAnswer(userId);
  const language = languageAttributes(card.language);
  const marked = answer.data;
  if (card.kind === 'short') {
    return (
      <Stack sx={{ gap: 2 }}>
        <AskedQuestion question={card.question} language={language}>
          <WordsQuestion
            of={{ userId, courseId: card.course_id, lessonId: card.lesson_id }}
            questionId={card.question_id}
            language={language}
            isFresh
          />
        </AskedQuestion>
        <Button variant="outlined" color="inherit" onClick={onNext} sx={START}>
          {t('Next question')}
        </Button>
      </Stack>
    );
  }
  return (
    <Stack sx={{ gap: 2 }}>
      <AskedQuestion question={card.question} language={language} isDisabled={marked !== undefined}>
        <QuestionOptions
          kind={card.kind}
          options={card.options}
          chosen={chosen}
          onChoose={setPicked}
          language={language}
          isDisabled={marked !== undefined}
          rightIds={marked?.right_ids}
        />
      </AskedQuestion>
      <div role="status">{marked && <Marked mark={marked} kind={card.kind} options={card.options} language={language} />}</div>
      {marked ? (
        <Button ref={focusOnMount} variant="contained" onClick={onNext} sx={START}>
          {t('Next question')}
        </Button>
      ) : (
        <Button
          variant="contained"
          sx={START}
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
    </Stack>
  );
}
