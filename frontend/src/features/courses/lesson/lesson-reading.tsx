import { Fragment, useCallback, useMemo, type ReactNode, type Ref, lazy, Suspense, useId, useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import type { Citation } from '#contract/courses/citation.contract.ts';
import type { Lesson } from '#contract/courses/courses.contract.ts';
import { placeQuestions } from '#contract/courses/place-questions.ts';
import type { QuestionPurpose, QuizItem } from '#contract/courses/quiz.contract.ts';
import { authorName, type Authorship } from '#contract/platform/authorship.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { useStoredText } from '#frontend/lib/drafts/persisted-text.ts';
import { formatDuration } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { FONTS } from '#frontend/theme/tokens.ts';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { PointList } from '#frontend/ui/point-list.tsx';
import { LessonMarkdown } from '#frontend/ui/markdown/lesson-markdown.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { WorkshopView } from './workshop-view.tsx';
import { LessonQuiz, type Practice, type Recalled } from './lesson-quiz.tsx';

type Authors = Pick<Lesson, 'written_by' | 'written_with' | 'reviewed_by' | 'reviewed_with' | 'of_library'>;

/** Who wrote and checked the lesson at the time (G31's names), whichever services have replaced them since. */
function writtenByText({ written_by, written_with, reviewed_by, reviewed_with, of_library }: Authors, isCheckToCome: boolean): string {
  const nameOf = (service: Service, by: Authorship | undefined) => (by ? authorName(service, by) : t('an unrecorded model'));
  if (of_library)
    return reviewed_by
      ? t('Written by people for the demo library, checked by {checker}', { checker: nameOf(reviewed_by, reviewed_with) })
      : t('Written and checked by people, for the demo library');
  const author = written_by && nameOf(written_by, written_with);
  if (author && isCheckToCome) return t('Written by {author}, not checked yet', { author });
  if (author && reviewed_by) return t('Written by {author}, checked by {checker}', { author, checker: nameOf(reviewed_by, reviewed_with) });
  return author ? t('Written by {author}, not checked', { author }) : t('Not checked');
}

/** How long a lesson takes, and who wrote it. @param isCheckToCome whether its course is still being written and its check is pending */
export const bylineOf = (lesson: Lesson, isCheckToCome = false): ReactNode => (
  <MetaLine facts={[formatDuration(lesson.duration_minutes * 60), writtenByText(lesson, isCheckToCome)]} />
);

interface LessonReadingProps {
  readonly lesson: Lesson;
  readonly language: TextLanguage;
  /** Receives the element that contains everything to read: objectives, text and key takeaways. */
  readonly textRef?: Ref<HTMLDivElement>;
  /** Notices shown before the text: notes on the lesson, a new text that is ready. */
  readonly notices?: ReactNode;
  /** Shown above the text. */
  readonly picture?: ReactNode;
  readonly practice?: Practice | undefined;
  readonly recalled?: Recalled | undefined;
  /** Identifies reader, course and lesson, to store the progress in a workshop; absent for previews, and on machines that learners share. */
  readonly progressPlace?: string;
  /** Shown after the lesson: the navigation. */
  readonly footer: ReactNode;
}

/** The reading view of one lesson (LRN-05): objectives, text with its questions, quiz, exercises and workshop, key takeaways. */
export function LessonReading({
  lesson,
  language,
  textRef,
  notices,
  picture,
  practice,
  recalled,
  progressPlace,
  footer,
}: LessonReadingProps) {
  const { citations, content, quiz } = lesson;
  const cite = useCallback(
    (marker: number) => {
      const citation = citations?.find((one) => one.marker === marker);
      return citation ? <CitationMark citation={citation} /> : null;
    },
    [citations],
  );
  const { parts, rest, inOrder } = useMemo(() => placeQuestions(content, quiz, language.lang), [content, quiz, language.lang]);
  const ask = (questions: readonly QuizItem[]) => (
    <LessonQuiz quiz={questions} first={inOrder.indexOf(questions[0]!)} language={language} practice={practice} recalled={recalled} />
  );
  return (
    <Box component="article" sx={{ minWidth: 0 }}>
      {notices}
      {picture}
      {/* elements within the text that are not part of it are marked `data-unread`, so that positions and passages ignore them */}
      <div ref={textRef}>
        {lesson.objectives.length > 0 && (
          <Part title={t('Objectives')}>
            <PointList points={lesson.objectives} language={language} />
          </Part>
        )}
        {parts.map((part, at) =>
          part.questions ? (
            <Part key={at} {...QUESTIONS[part.purpose]()} isUnread isTinted>
              {ask(part.questions)}
            </Part>
          ) : (
            <Fragment key={at}>
              {at > 0 && '\n'}
              <LessonMarkdown {...language} cite={citations && cite}>
                {part.text}
              </LessonMarkdown>
            </Fragment>
          ),
        )}
        {(rest.length > 0 || practice?.score != null) && (
          <Part title={t('Quiz')} isUnread>
            {practice?.score != null && (
              <Typography variant="body2" color="textSecondary" role="status">
                {practice.score}
              </Typography>
            )}
            {rest.length > 0 && ask(rest)}
          </Part>
        )}
        {lesson.exercises.length > 0 && (
          <Part title={t('Exercises')} isUnread>
            {lesson.exercises.map(({ id, title, instructions, solution }) => (
              <Box key={id} sx={{ paddingBlock: 1.5 }}>
                <Typography variant="h3" sx={{ marginBlockEnd: 1 }} {...language}>
                  <FormulaText text={title} dir={language.dir} />
                </Typography>
                <LessonMarkdown {...language}>{instructions}</LessonMarkdown>
                {solution !== undefined && <Solution exerciseId={id} text={solution} language={language} />}
              </Box>
            ))}
          </Part>
        )}
        {lesson.workshop && (
          <Part title={t('Workshop')} isUnread>
            <WorkshopView key={lesson.lesson_id} workshop={lesson.workshop} language={language} place={progressPlace} />
          </Part>
        )}
        {lesson.key_takeaways.length > 0 && (
          <Part title={t('Key takeaways')} note={t('What you now know')} isTinted>
            <PointList points={lesson.key_takeaways} language={language} />
          </Part>
        )}
      </div>
      {footer}
    </Box>
  );
}

/** The names of the kinds of questions in the text. */
const QUESTIONS: Readonly<Record<QuestionPurpose, () => Pick<PartProps, 'title' | 'note'>>> = {
  predict: () => ({ title: t('Before you read'), note: t('What do you think? The text below has the answer.') }),
  check: () => ({ title: t('Check yourself') }),
  recall: () => ({ title: t('From an earlier lesson') }),
};

interface SolutionProps {
  readonly exerciseId: string;
  readonly text: string;
  readonly language: TextLanguage;
}

/** What a good solution to an exercise contains: hidden until the reader has one to compare, written here or elsewhere. */
function Solution({ exerciseId, text, language }: SolutionProps) {
  const [own, setOwn] = useStoredText(`exercise ${exerciseId}`);
  const [isElsewhere, setElsewhere] = useState(false);
  const [isShown, setShown] = useState(false);
  const id = useId();
  const hasOwn = isElsewhere || own.trim() !== '';
  return (
    <Stack sx={{ alignItems: 'flex-start', gap: 1, marginBlockStart: 1, '& > div': { width: '100%' } }}>
      <TextField
        label={t('Your answer')}
        helper={t('Your answer stays in this tab. Compare it when you are ready.')}
        multiline
        minRows={2}
        maxRows={12}
        value={own}
        onChange={({ target }) => setOwn(target.value)}
        {...language}
      />
      <CheckField label={t('I have done this elsewhere')} checked={isElsewhere} onChange={({ target }) => setElsewhere(target.checked)} />
      <Button
        variant="outlined"
        disabled={!hasOwn && !isShown}
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? t('Hide the good result') : t('Compare with a good result')}
      </Button>
      <div id={id} role="status">
        {isShown && <LessonMarkdown {...language}>{text}</LessonMarkdown>}
      </div>
    </Stack>
  );
}

interface PartProps {
  readonly title: string;
  readonly note?: string;
  /** Excluded from the text that is read aloud, highlighted and used for positions. */
  readonly isUnread?: boolean;
  readonly isTinted?: boolean;
  readonly children: ReactNode;
}

function Part({ title, note, isUnread = false, isTinted = false, children }: PartProps) {
  return (
    <Card
      component="section"
      aria-label={title}
      data-unread={isUnread ? '' : undefined}
      variant={isTinted ? 'tint' : 'outlined'}
      sx={{ marginBlock: 3, padding: { xs: 2, md: 3 } }}
    >
      <Typography variant="h2" data-unread="" sx={{ marginBlockEnd: note === undefined ? 1 : 0 }}>
        {title}
      </Typography>
      {note !== undefined && (
        <Typography variant="body2" color="textSecondary" data-unread="">
          {note}
        </Typography>
      )}
      {children}
    </Card>
  );
}

const PassageDialog = lazy(() => import('../citations/passage-dialog.tsx'));

const Mark = styled('button')(({ theme }) => ({
  font: 'inherit',
  fontFamily: FONTS.ui,
  fontSize: '0.75em',
  lineHeight: 1,
  fontWeight: 600,
  // a touch target the size of a fingertip, without increasing the line height
  position: 'relative',
  marginInline: '0.2em 0',
  padding: '0.2em 0.45em',
  verticalAlign: '0.3em',
  border: `1px solid ${theme.vars.palette.primary.main}`,
  borderRadius: 2,
  background: 'none',
  color: theme.vars.palette.primary.main,
  cursor: 'pointer',
  '&::after': { content: '""', position: 'absolute', inset: '-10px -6px' },
  '&:hover': { backgroundColor: theme.vars.palette.background.sunken },
  '&[data-state="unchecked"]': { borderStyle: 'dashed' },
  '&[data-state="unsupported"], &[data-state="not_found"]': {
    verticalAlign: 'baseline',
    borderColor: theme.vars.palette.warning.main,
    color: theme.vars.palette.text.secondary,
  },
}));

/** Whether the sources support the statement, or at least contain it. */
const isFromSources = ({ state }: Citation): boolean => state === 'supported' || state === 'unchecked';

/** The mark of a citation in a lesson; a click opens the cited passage. */
export function CitationMark({ citation }: { readonly citation: Citation }) {
  const [isOpen, setOpen] = useState(false);
  const { marker, state, passage } = citation;
  const isFrom = isFromSources(citation);
  return (
    <>
      <Mark
        type="button"
        data-unread=""
        data-state={state}
        aria-haspopup="dialog"
        aria-label={isFrom ? t('Citation {n}: {source}', { n: marker, source: passage?.source_name ?? '' }) : undefined}
        onClick={() => setOpen(true)}
      >
        {isFrom ? marker : t('not from your sources')}
      </Mark>
      <Suspense>{isOpen && <PassageDialog citation={citation} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
