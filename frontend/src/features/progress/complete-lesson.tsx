import { useEffect, useRef, useState, type ReactNode } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { isCompletionQueued } from '#frontend/lib/outbox/outbox.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { useCompleteLesson, type Completion, type LessonOf } from './progress-mutations.ts';

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
  '&[data-asks]': { borderColor: theme.vars.palette.info.main },
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

const Choices = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 12 });

interface CompleteLessonProps {
  readonly of: LessonOf;
  readonly isCompleted: boolean;
  /** No lesson of the course is completed yet. */
  readonly isFirst?: boolean;
  readonly courseTitle: string;
  /** Questions of the lesson without an answer; 0 also while it is not known. */
  readonly openQuestions?: number;
  /** Shows the first of them. */
  readonly onAnswer?: () => void;
  /** Opens the next lesson; null at the last one. */
  readonly onNext: (() => void) | null;
  /** Opens the first lesson that is not completed; null when there is no other. */
  readonly onOpenLesson: (() => void) | null;
  readonly onCompleted: (completion: Completion | null) => void;
  /** A question below the congratulation. */
  readonly question?: ReactNode;
}

type After = 'open-questions' | 'next' | 'course' | 'left-out';

/** @param completion null: queued until there is a connection */
function whatFollows(completion: Completion | null, hasNext: boolean): After | null {
  if (completion?.course_completed) return 'course';
  if (completion === null && !hasNext) return null;
  return hasNext ? 'next' : 'left-out';
}

/**
 * Completes a lesson (LRN-07…11). Open questions are pointed out once. The next lesson opens by a press, not after 1.5 s as specified: people
 * were taken away from what they were still reading. At the end of the course the congratulation appears.
 */
export function CompleteLesson({
  of,
  isCompleted,
  isFirst = false,
  courseTitle,
  openQuestions = 0,
  onAnswer,
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
  // The button has just been disabled, or something is asked: the focus moves to the new content.
  useEffect(() => {
    if (after !== null) block.current?.focus();
  }, [after]);
  const wasAsked = useRef(false);
  const complete = () => {
    if (isPending) return;
    if (openQuestions === 0 || wasAsked.current) return mutate();
    wasAsked.current = true;
    setAfter('open-questions');
  };

  return (
    <>
      <Button variant="contained" disabled={isDone} aria-busy={isPending} onClick={complete}>
        {isDone ? t('Completed') : t('Complete Lesson')}
      </Button>
      {after !== null && (
        <Block
          ref={block}
          tabIndex={-1}
          data-moment={after === 'course' ? '' : undefined}
          data-asks={after === 'open-questions' ? '' : undefined}
        >
          {wasFirst && isDone && after !== 'course' && <h2>{t('Your first lesson of this course is done')}</h2>}
          {after === 'open-questions' && (
            <>
              <p>
                {t('{n, plural, one {# question of this lesson is} other {# questions of this lesson are}} open. Complete it anyway?', {
                  n: openQuestions,
                })}
              </p>
              <Choices>
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
              </Choices>
            </>
          )}
          {after === 'next' && <p>{t('Next Lesson leads on when you are ready.')}</p>}
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
