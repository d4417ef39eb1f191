import { useEffect, useEffectEvent, useRef, useState, type PointerEvent, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { getAccessibilityPreferences } from '#frontend/lib/preferences/accessibility-preferences.ts';
import { wantsReducedMotion } from '#frontend/lib/preferences/reduced-motion.ts';
import { t } from '#frontend/lib/text.ts';
import { useUnlessTouched } from '#frontend/lib/use-unless-touched.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { FONTS, TYPE_SCALE } from '#frontend/theme/tokens.ts';
import { JoyMark } from '#frontend/ui/joy-mark.tsx';
import { useCompleteLesson, type Completion, type CompletionPoints, type LessonOf, useIsCompletionWaiting } from './progress-mutations.ts';

interface CompleteLessonProps {
  readonly of: LessonOf;
  readonly isCompleted: boolean;
  /** Whether no lesson of the course is completed yet. */
  readonly isFirst?: boolean;
  /** Number of the lesson's unanswered questions; null before it is known, in which case a press waits for it. */
  readonly openQuestions?: number | null;
  /** Shows the first unanswered question. */
  readonly onAnswer?: () => void;
  /** Opens the next lesson; null at the last one. */
  readonly onNext: (() => void) | null;
  /** Opens the first incomplete lesson; null if there is no other. */
  readonly onOpenLesson: (() => void) | null;
  readonly onCompleted: (completion: Completion | null) => void;
  /** The name of the next lesson, for the closing card. */
  readonly next?: ReactNode;
  /** The learner's streak, for the closing card. */
  readonly streak?: ReactNode;
  /** A question to the learner on the closing card, which stays while it is open. */
  readonly question?: ReactNode;
  readonly isQuestionOpen?: boolean;
  /** Opens the page of a course that was completed with this lesson (LRN-11), with the points for it. */
  readonly onCourseEnd: (points: CompletionPoints) => void;
}

const Figure = styled('strong')({ fontFamily: FONTS.reading, fontSize: TYPE_SCALE.title });

/** How long the closing card is shown before the next lesson opens (LRN-11). */
const NEXT_AFTER_MS = 1_500;

type After = 'open-questions' | 'next' | 'left-out';

/** @param completion null if it is queued until there is a connection */
function whatFollows(completion: Completion | null, hasNext: boolean): After | null {
  if (completion === null && !hasNext) return null;
  // the end of a course has its own page
  if (completion?.course_completed) return null;
  return hasNext ? 'next' : 'left-out';
}

/**
 * Completes a lesson (LRN-07…11). It points out unanswered questions once. The next lesson opens 1.5 s later, unless the learner does
 * something on the page (A23). Completing a course opens its closing page.
 */
export function CompleteLesson({
  of,
  isCompleted,
  isFirst = false,
  openQuestions = 0,
  onAnswer,
  onNext,
  onOpenLesson,
  onCompleted,
  next,
  streak,
  question,
  isQuestionOpen = false,
  onCourseEnd,
}: CompleteLessonProps) {
  const [after, setAfter] = useState<After | null>(null);
  const [points, setPoints] = useState<CompletionPoints | null>(null);
  // the value at the time of the click
  const [wasFirst] = useState(isFirst);
  const block = useRef<HTMLDivElement>(null);
  const isWaiting = useIsCompletionWaiting(of);
  const isDone = isCompleted || isWaiting;
  const { mutate, isPending } = useCompleteLesson(of, (completion) => {
    setAfter(whatFollows(completion, onNext !== null));
    setPoints(completion);
    onCompleted(completion);
    if (completion?.course_completed) onCourseEnd(completion);
  });
  const isNextAutomatic = after === 'next' && !isQuestionOpen && !getAccessibilityPreferences().stay_on_lesson && !wantsReducedMotion();
  const [isLeaving, stay] = useUnlessTouched({ isOn: isNextAutomatic, afterMs: NEXT_AFTER_MS, act: () => onNext?.() });
  // The button has just been disabled, or a question is shown: the focus moves to the new content.
  useEffect(() => {
    if (after === null) return;
    block.current?.focus({ preventScroll: true });
    // brings the whole card into view; this does not count as scrolling by the reader
    block.current?.scrollIntoView?.({ block: 'nearest' });
  }, [after]);
  // a card that appears under a resting pointer also gets an event, but without movement
  const stayIfMoved = ({ movementX, movementY }: PointerEvent) => (movementX !== 0 || movementY !== 0) && stay();
  const [wasAsked, setWasAsked] = useState(false);
  const [isHeld, setHeld] = useState(false);
  const ask = () => {
    setHeld(false);
    setWasAsked(true);
    setAfter('open-questions');
  };
  const complete = () => {
    if (isPending) return;
    if (openQuestions === null) return setHeld(true);
    if (openQuestions === 0 || wasAsked) return mutate();
    ask();
  };
  // the press came before the number of unanswered questions was known
  if (isHeld && openQuestions !== null && openQuestions > 0) ask();
  const isDue = isHeld && openQuestions === 0;
  const completeHeld = useEffectEvent(() => mutate());
  useEffect(() => {
    if (isDue) completeHeld();
  }, [isDue]);

  return (
    <>
      <Button variant="contained" disabled={isDone} aria-busy={isPending || openQuestions === null} onClick={complete}>
        {isDone ? t('Completed') : t('Complete Lesson')}
      </Button>
      {after !== null && (
        <Card
          ref={block}
          tabIndex={-1}
          onPointerMove={stayIfMoved}
          variant={after === 'open-questions' ? 'warm' : 'tint'}
          sx={{
            order: 1,
            flex: '1 1 100%',
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 2,
            padding: { xs: 2, md: 3 },
            // keeps it clear of a phone's bars
            scrollMarginBlock: '72px 88px',
            // at double text size, one long word breaks instead of widening the page
            minWidth: 0,
            overflowWrap: 'anywhere',
            '&:focus': { outline: 'none' },
          }}
        >
          {after !== 'open-questions' && <JoyMark />}
          <Stack sx={{ flex: '1 1 12rem', minWidth: 0, gap: 1, alignItems: 'flex-start' }}>
            {after === 'open-questions' ? (
              <>
                <span>
                  {t(
                    '{n, plural, one {# question in this lesson is} other {# questions in this lesson are}} unanswered. Complete it anyway?',
                    {
                      n: openQuestions ?? 0,
                    },
                  )}
                </span>
                <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1.5 }}>
                  <Button
                    variant="outlined"
                    color="inherit"
                    onClick={() => {
                      setAfter(null);
                      onAnswer?.();
                    }}
                  >
                    {t('Answer them')}
                  </Button>
                  <Button variant="outlined" color="inherit" aria-busy={isPending} onClick={complete}>
                    {t('Complete anyway')}
                  </Button>
                </Stack>
              </>
            ) : (
              <Typography variant="h2">{wasFirst ? t('Your first lesson of this course is done') : t('Lesson completed')}</Typography>
            )}
            {points !== null && after !== 'open-questions' && (
              <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center', gap: '8px 32px' }}>
                <span>
                  <Figure>+{formatNumber(points.points_awarded)}</Figure>{' '}
                  {t('{n, plural, one {point, # in total} other {points, # in total}}', { n: points.total_points })}
                </span>
                {streak}
              </Stack>
            )}
            {after !== 'open-questions' && question && (
              <Box aria-live="polite" sx={{ marginBlock: 1 }}>
                {question}
              </Box>
            )}
            {after === 'next' && (
              <>
                {next !== undefined && (
                  <Typography component="div" sx={{ marginBlockStart: 1 }}>
                    {t('Next')}: <strong>{next}</strong>
                  </Typography>
                )}
                <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
                  <Button variant="contained" onClick={() => onNext?.()}>
                    {t('Next Lesson')}
                  </Button>
                  {isLeaving && (
                    <Button variant="outlined" color="inherit" onClick={stay}>
                      {t('Stay here')}
                    </Button>
                  )}
                  <Typography component="span" variant="body2" color="textSecondary">
                    {isLeaving ? t('The next lesson opens automatically.') : t('Press Next Lesson when you are ready.')}
                  </Typography>
                </Stack>
              </>
            )}
            {after === 'left-out' && (
              <>
                <span>{t('This was the last lesson. Some earlier ones are not completed yet.')}</span>
                {onOpenLesson && (
                  <Button variant="outlined" color="inherit" onClick={onOpenLesson}>
                    {t('Go to the first unanswered question')}
                  </Button>
                )}
              </>
            )}
          </Stack>
        </Card>
      )}
    </>
  );
}
