import { useEffect, useRef, useState, type ReactNode } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { isCompletionQueued } from '#frontend/lib/outbox/outbox.ts';
import { wantsReducedMotion } from '#frontend/lib/preferences/reduced-motion.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { useCompleteLesson, type Completion, type LessonOf } from './progress-mutations.ts';

/** Delay before the next lesson opens, so that the completion can be seen (LRN-11). */
const JUMP_AFTER_MS = 1_500;

const Block = styled('div')(({ theme }) => ({
  flex: '1 1 100%',
  order: 1,
  // at double text size, one long word breaks instead of widening the page
  minWidth: 0,
  overflowWrap: 'anywhere',
  marginBlockStart: 8,
  paddingInlineStart: 16,
  paddingBlock: 4,
  borderInlineStart: `3px solid ${theme.vars.palette.success.main}`,
  '& h2': { ...theme.typography.h2, margin: '0 0 4px' },
  '& p': { margin: '0 0 8px' },
  '&:focus': { outline: 'none' },
  // a short animation, disabled for reduced motion
  '&[data-moment]': {
    padding: '20px 24px',
    border: `2px solid ${theme.vars.palette.success.main}`,
    '@media (prefers-reduced-motion: no-preference)': { animation: 'moment 600ms cubic-bezier(.2,1.4,.4,1)' },
    '[data-reduced-motion] &': { animation: 'none' },
  },
  '@keyframes moment': { from: { opacity: 0, scale: '0.92' } },
}));

interface CompleteLessonProps {
  readonly of: LessonOf;
  readonly isCompleted: boolean;
  /** No lesson of the course is completed yet. */
  readonly isFirst?: boolean;
  readonly courseTitle: string;
  /** Opens the next lesson; null at the last one. */
  readonly onNext: (() => void) | null;
  /** Opens the first lesson that is not completed; null when there is no other. */
  readonly onOpenLesson: (() => void) | null;
  readonly onCompleted: (completion: Completion | null) => void;
  /** A question below the congratulation. */
  readonly question?: ReactNode;
}

type After = 'jump' | 'stay' | 'course' | 'left-out';

/** @param completion null: queued until there is a connection */
function whatFollows(completion: Completion | null, hasNext: boolean): After | null {
  if (completion?.course_completed) return 'course';
  if (completion === null && !hasNext) return null;
  if (!hasNext) return 'left-out';
  return wantsReducedMotion() ? 'stay' : 'jump';
}

/**
 * Completes a lesson (LRN-07…11): after 1.5 s the next lesson opens, unless the user stops it or prefers reduced motion; at the end of the
 * course the congratulation appears.
 */
export function CompleteLesson({
  of,
  isCompleted,
  isFirst = false,
  courseTitle,
  onNext,
  onOpenLesson,
  onCompleted,
  question,
}: CompleteLessonProps) {
  const [after, setAfter] = useState<After | null>(null);
  // the value at the time of the click
  const [wasFirst] = useState(isFirst);
  const block = useRef<HTMLDivElement>(null);
  const isDone = isCompleted || isCompletionQueued(of);
  const { mutate, isPending } = useCompleteLesson(of, (completion) => {
    setAfter(whatFollows(completion, onNext !== null));
    onCompleted(completion);
  });
  // The button has just been disabled: the focus moves to the new content.
  useEffect(() => {
    if (after !== null) block.current?.focus({ preventScroll: after === 'jump' });
  }, [after]);

  const next = useRef(onNext);
  useEffect(() => {
    next.current = onNext;
  });
  useEffect(() => {
    if (after !== 'jump') return;
    const timer = setTimeout(() => next.current?.(), JUMP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [after]);

  return (
    <>
      <Button variant="contained" disabled={isDone} aria-busy={isPending} onClick={() => isPending || mutate()}>
        {isDone ? t('Completed') : t('Complete Lesson')}
      </Button>
      {after !== null && (
        <Block ref={block} tabIndex={-1} data-moment={after === 'course' ? '' : undefined}>
          {wasFirst && after !== 'course' && <h2>{t('Your first lesson of this course is done')}</h2>}
          {after === 'jump' && (
            <>
              <p>{t('On to the next lesson.')}</p>
              <Button variant="outlined" color="inherit" onClick={() => setAfter('stay')}>
                {t('Stay here')}
              </Button>
            </>
          )}
          {after === 'stay' && <p>{t('Next Lesson leads on when you are ready.')}</p>}
          {after === 'course' && (
            <>
              <h2>{t('Congratulations')}</h2>
              <p>{t('You have completed the course “{title}”.', { title: courseTitle })}</p>
              <LinkButton to="/courses/$courseId" params={{ courseId: of.courseId }} variant="outlined" color="inherit">
                {t('To the course and its certificate')}
              </LinkButton>
              {question}
            </>
          )}
          {after === 'left-out' && (
            <>
              <p>{t('This was the last lesson. Some before it are not completed yet.')}</p>
              {onOpenLesson && (
                <Button variant="outlined" color="inherit" onClick={onOpenLesson}>
                  {t('Go to the first of them')}
                </Button>
              )}
            </>
          )}
        </Block>
      )}
    </>
  );
}
