import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import type { DueCard, Rating } from '#contract/practice/cards.contract.ts';
import type { ReviewCard, ReviewScope } from '#contract/practice/practice.contract.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { formatNumber, formatWhen } from '#frontend/lib/format.ts';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import { t } from '#frontend/lib/text.ts';
import { UndoIcon } from '#frontend/ui/feature-icons.tsx';
import { CheckButton } from '#frontend/ui/quiz/check-button.tsx';
import { QuestionOptions } from '#frontend/ui/quiz/question-options.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { AskedQuestion, Marked } from './asked-question.tsx';
import { useRating, useUndoRating } from './cards/card-queries.ts';
import { isTyping, KeySign, StudyCard } from './cards/study-card.tsx';
import { QuestionSource } from './question-source.tsx';
import { isFlashCard, ReviewEnd, type Asked } from './review-end.tsx';
import { review, waitingWords } from './review-query.ts';
import { useAnswer } from './use-answer.ts';
import { WordsQuestion } from './words-question.tsx';

/** The course beside the question about it. */
const QUESTION = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '14rem minmax(0, 1fr)' },
  alignItems: 'start',
  gap: { xs: 2.5, md: 4 },
  padding: { xs: 2.5, sm: 4 },
} as const;

const START = { alignSelf: 'flex-start' } as const;

const EVERYTHING: ReviewScope = {};

interface ReviewViewProps {
  readonly userId: string;
  /** Limits the session to a course or a deck; by default it includes everything due. */
  readonly scope?: ReviewScope;
  /** Shown before the session's progress: what is being studied, and the exit. */
  readonly lead?: ReactNode;
  /** What to do if nothing is due, or no longer: the next lesson to learn. */
  readonly way?: ReactNode;
}

/** One session: the due questions and cards, one after the other, and its end. */
export function ReviewView({ userId, scope = EVERYTHING, lead, way }: ReviewViewProps) {
  const cache = useQueryClient();
  const [more, setMore] = useState(false);
  const query = review(userId, scope, more);
  const { data, error, refetch } = useQuery({ ...query, refetchOnMount: 'always' });
  const [asked, setAsked] = useState<readonly Asked[]>([]);
  const [startedAt, setStartedAt] = useState(Date.now);
  const rating = useRating(userId);
  const latestRating = useRef<Promise<unknown>>(Promise.resolve());
  const takingBack = useUndoRating(userId);
  const rate = (card: DueCard, value: Rating) => {
    // the previous card is about to return
    if (takingBack.isPending) return;
    const ratingId = randomId();
    // the mutation reports its own failure
    latestRating.current = rating.mutateAsync({ cardId: card.card_id, ratingId, rating: value }).catch(() => undefined);
    setAsked([...asked, { rating: value, item: card, ratingId }]);
  };
  const undo = { action: takingBack, last: asked.at(-1), rated: latestRating, onUndone: () => setAsked((all) => all.slice(0, -1)) };
  const again = () => {
    setAsked([]);
    setStartedAt(Date.now());
    // going on after a day's fifteen minutes is a new decision each time
    setMore(false);
    void cache.invalidateQueries({ queryKey: query.queryKey });
  };
  const goOn = () => {
    // the items of an earlier session have been answered
    cache.removeQueries({ queryKey: review(userId, scope, true).queryKey });
    setMore(true);
  };
  if (error && !data) return <ErrorState title={t('The review could not be loaded')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={t('Loading the review')} rows={6} />;
  const items = [...data.cards, ...data.flash_cards];
  const total = items.length;
  const item = items[asked.length];
  const shown = { n: formatNumber(asked.length + 1), total: formatNumber(total) };
  if (item === undefined) {
    return (
      <>
        {lead && <Bar>{lead}</Bar>}
        <Stage>
          {total > 0 ? (
            <ReviewEnd
              userId={userId}
              scope={scope}
              asked={asked}
              startedAt={startedAt}
              way={way}
              undo={<UndoButton {...undo} />}
              onAgain={again}
            />
          ) : data.waiting > 0 ? (
            <EmptyState
              isScreen
              subject="practice"
              title={t('You have reviewed for fifteen minutes today')}
              actions={
                <>
                  {way}
                  <Button variant="outlined" color="inherit" onClick={goOn}>
                    {t('Review more today')}
                  </Button>
                </>
              }
            >
              {waitingWords(data.waiting)}
            </EmptyState>
          ) : (
            <EmptyState isScreen subject="practice" title={t('Nothing to review now')} actions={way}>
              {data.next_at === null
                ? t('Answer a lesson’s quiz or make flash cards, and they come back here when they are due.')
                : t('The next one is due {when}.', { when: formatWhen(data.next_at) })}
            </EmptyState>
          )}
        </Stage>
      </>
    );
  }
  const next = (rating: Rating | null) => {
    if (!takingBack.isPending) setAsked([...asked, { rating, item }]);
  };
  // the progress is as wide as the card
  const width = isFlashCard(item) ? 800 : 1_000;
  const title = isFlashCard(item) ? t('Card {n} of {total}', shown) : t('Question {n} of {total}', shown);
  return (
    <>
      <Bar style={{ maxWidth: width }}>
        {lead}
        <Segments role="progressbar" aria-label={t('Review')} aria-valuenow={asked.length} aria-valuemax={total} aria-valuetext={title}>
          {items.map((one, at) => (
            <i
              key={isFlashCard(one) ? one.card_id : `${one.lesson_id} ${one.question_id}`}
              data-rating={asked[at]?.rating ?? (at < asked.length ? 'none' : undefined)}
              data-here={at === asked.length ? '' : undefined}
            />
          ))}
        </Segments>
        {data.flash_cards.length > 0 && <UndoButton {...undo} isIcon />}
        <Typography component="span" variant="subtitle2" sx={{ flex: 'none' }}>
          {title}
        </Typography>
      </Bar>
      <Stage>
        <Box sx={{ maxWidth: width, marginInline: 'auto' }}>
          {isFlashCard(item) ? (
            <StudyCard
              key={item.card_id}
              userId={userId}
              card={item}
              onRate={(value) => rate(item, value)}
              onChanged={(card) =>
                cache.setQueryData(
                  query.queryKey,
                  (before) =>
                    before && {
                      ...before,
                      flash_cards: before.flash_cards.map((one) => (one.card_id === card.card_id ? { ...one, ...card } : one)),
                    },
                )
              }
            />
          ) : (
            <Card sx={QUESTION}>
              <QuestionSource card={item} />
              <Question key={`${item.lesson_id} ${item.question_id}`} userId={userId} card={item} onNext={next} />
            </Card>
          )}
          {data.waiting > 0 && (
            <Typography variant="body2" color="textSecondary" sx={{ marginBlockStart: 3, textAlign: 'center' }}>
              {t('Today’s review takes fifteen minutes.')} {waitingWords(data.waiting)}
            </Typography>
          )}
          <Keys hasCards={isFlashCard(item)} canStop={lead !== undefined} />
        </Box>
      </Stage>
    </>
  );
}

const Bar = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 24px',
  marginInline: 'auto',
  marginBlockEnd: 24,
});
const Stage = styled('div')({ minWidth: 0 });

const Segments = styled('div')(({ theme }) => ({
  display: 'flex',
  flex: '1 1 12rem',
  gap: 3,
  minWidth: 0,
  '& > i': {
    flex: '1 1 0',
    height: 8,
    borderRadius: 4,
    backgroundColor: theme.vars.palette.background.track,
    transition: 'background-color 160ms ease-out',
  },
  '& > [data-here]': { backgroundColor: theme.vars.palette.primary.main },
  '& > [data-rating]': { backgroundColor: theme.vars.palette.primary.main },
  '& > [data-rating="again"]': { backgroundColor: theme.vars.palette.error.main },
  '& > [data-rating="hard"]': { backgroundColor: theme.vars.palette.warning.main },
  '& > [data-rating="easy"]': { backgroundColor: theme.vars.palette.success.main },
  '& > [data-rating="none"]': { backgroundColor: theme.vars.palette.line.waiting },
}));

/** The keyboard shortcuts of a session, on devices with a keyboard. */
function Keys({ hasCards, canStop }: { readonly hasCards: boolean; readonly canStop: boolean }) {
  const acts: readonly (readonly [string, string])[] = [
    ...(hasCards
      ? ([
          [t('Space'), t('turns')],
          ['1 2 3 4', t('rate the card, after turning it')],
          ['E', t('change the card')],
          ['U', t('undo')],
        ] as const)
      : []),
    ...(canStop ? ([['Esc', t('stop, nothing is lost')]] as const) : []),
  ];
  return (
    <Stack
      component="ul"
      direction="row"
      useFlexGap
      sx={{
        flexWrap: 'wrap',
        justifyContent: 'center',
        gap: '8px 24px',
        margin: 0,
        marginBlockStart: 4,
        padding: 0,
        listStyle: 'none',
        '@media (hover: none)': { display: 'none' },
      }}
    >
      {acts.map(([keys, act]) => (
        <Typography key={act} component="li" variant="body2" color="textSecondary">
          {keys.split(' ').map((key) => (
            <KeySign key={key} sx={{ marginInlineEnd: 0.5 }}>
              {key}
            </KeySign>
          ))}{' '}
          {act}
        </Typography>
      ))}
    </Stack>
  );
}

interface UndoButtonProps {
  readonly action: ReturnType<typeof useUndoRating>;
  readonly last: Asked | undefined;
  /** The request of the latest rating. */
  readonly rated: RefObject<Promise<unknown>>;
  readonly onUndone: () => void;
  /** As an icon in the bar, which reserves its space. */
  readonly isIcon?: boolean;
}

/** Undoes the last answer if it was a card's; a question has already shown its solution. The U key does the same. */
function UndoButton({ action: { mutate, isPending }, last, rated, onUndone, isIcon = false }: UndoButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { ratingId } = last ?? {};
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isFree = !event.altKey && !event.ctrlKey && !event.metaKey && !event.repeat && !isTyping(event.target);
      // a dialog over the card has its own keys
      if (event.key.toLowerCase() !== 'u' || !isFree || (event.target instanceof Element && event.target.closest('form'))) return;
      event.preventDefault();
      button.current?.click();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  if (last === undefined || ratingId === undefined || !isFlashCard(last.item)) return isIcon && <Box sx={{ width: 44 }} />;
  const { card_id: cardId } = last.item;
  const press = {
    ref: button,
    'aria-label': t('Undo the last answer'),
    'aria-keyshortcuts': 'U',
    'aria-busy': isPending,
    onClick: () => mutate({ cardId, ratingId, rated: rated.current }, { onSuccess: onUndone }),
  };
  return isIcon ? (
    <IconButton {...press} title={t('Undo the last answer')}>
      <UndoIcon aria-hidden />
    </IconButton>
  ) : (
    <Button {...press} color="inherit" startIcon={<UndoIcon aria-hidden />}>
      {t('Undo')}
    </Button>
  );
}

interface QuestionProps {
  readonly userId: string;
  readonly card: ReviewCard;
  readonly onNext: (rating: Rating | null) => void;
}

function Question({ userId, card, onNext }: QuestionProps) {
  const [picked, setPicked] = useState<readonly string[]>([]);
  // the initial order counts as an answer, too
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
        <Button variant="outlined" color="inherit" onClick={() => onNext(null)} sx={START}>
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
          feedback={marked?.feedback}
        />
      </AskedQuestion>
      <div role="status">{marked && <Marked mark={marked} kind={card.kind} options={card.options} language={language} />}</div>
      {marked ? (
        <Button ref={focusOnMount} variant="contained" onClick={() => onNext(marked.is_right ? 'good' : 'again')} sx={START}>
          {t('Next question')}
        </Button>
      ) : (
        <CheckButton
          isChosen={chosen.length > 0}
          isPending={answer.isPending}
          onPress={() =>
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
        </CheckButton>
      )}
    </Stack>
  );
}
