import { Fragment, useCallback, useMemo, type ReactNode, type Ref } from 'react';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { Lesson } from '#contract/courses/courses.contract.ts';
import type { QuizItem } from '#contract/courses/quiz.contract.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { formatDuration } from '#frontend/lib/format.ts';
import { SERVICE_NAMES } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import { PointList } from '#frontend/ui/point-list.tsx';
import { CitationMark } from '#frontend/features/courses/citations/citation-mark.tsx';
import { LessonMarkdown } from '#frontend/features/courses/markdown/lesson-markdown.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { LessonQuiz, type Practice } from './lesson-quiz.tsx';
import { placeQuestions } from './place-questions.ts';

/** Which services wrote and reviewed the lesson (G31's names). */
function writtenByText({ written_by, reviewed_by }: Pick<Lesson, 'written_by' | 'reviewed_by'>, isReviewToCome: boolean): string {
  const author = written_by && SERVICE_NAMES[written_by];
  if (author && isReviewToCome) return t('Written by {author}, not reviewed yet', { author });
  if (author && reviewed_by) return t('Written by {author}, reviewed by {reviewer}', { author, reviewer: SERVICE_NAMES[reviewed_by] });
  return author ? t('Written by {author}, not reviewed', { author }) : t('Not reviewed');
}

/** How long a lesson takes, and who wrote it. @param isReviewToCome its course is still being written, and its review is pending */
export const bylineOf = (lesson: Lesson, isReviewToCome = false): string =>
  `${formatDuration(lesson.duration_minutes * 60)} · ${writtenByText(lesson, isReviewToCome)}`;

interface LessonReadingProps {
  readonly lesson: Lesson;
  readonly language: TextLanguage;
  /** Receives the element with all that is read: objectives, text and key takeaways. */
  readonly textRef?: Ref<HTMLDivElement>;
  /** Notices shown before the text: notes on the lesson, a new text that is ready. */
  readonly notices?: ReactNode;
  /** Shown above its text. */
  readonly picture?: ReactNode;
  readonly practice?: Practice | undefined;
  /** Shown after the lesson: the navigation. */
  readonly footer: ReactNode;
}

/** The reading view of one lesson (LRN-05): objectives, text with the questions that belong to it, quiz and exercises, key takeaways. */
export function LessonReading({ lesson, language, textRef, notices, picture, practice, footer }: LessonReadingProps) {
  const { citations, content, quiz } = lesson;
  const cite = useCallback(
    (marker: number) => {
      const citation = citations?.find((one) => one.marker === marker);
      return citation ? <CitationMark citation={citation} /> : null;
    },
    [citations],
  );
  const { stretches, rest } = useMemo(() => placeQuestions(content, quiz, language.lang), [content, quiz, language.lang]);
  const inOrder = [...stretches.flatMap(({ questions }) => questions), ...rest];
  const ask = (questions: readonly QuizItem[]) => (
    <LessonQuiz quiz={questions} first={inOrder.indexOf(questions[0]!)} language={language} practice={practice} />
  );
  return (
    <Box component="article" sx={{ minWidth: 0 }}>
      {notices}
      {picture}
      {/* what stands between the text and is no part of it is marked `data-unread`: places and passages in the text do not count it */}
      <div ref={textRef}>
        {lesson.objectives.length > 0 && (
          <Part title={t('Objectives')}>
            <PointList points={lesson.objectives} language={language} />
          </Part>
        )}
        {stretches.map(({ text, questions }, at) => (
          <Fragment key={at}>
            {at > 0 && '\n'}
            <LessonMarkdown {...language} cite={citations && cite}>
              {text}
            </LessonMarkdown>
            {questions.length > 0 && (
              <Part title={t('Check yourself')} isUnread isTinted>
                {ask(questions)}
              </Part>
            )}
          </Fragment>
        ))}
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
            {lesson.exercises.map(({ id, title, instructions }) => (
              <Box key={id} sx={{ paddingBlock: 1.5 }}>
                <Typography variant="h3" sx={{ marginBlockEnd: 1 }} {...language}>
                  <FormulaText text={title} dir={language.dir} />
                </Typography>
                <LessonMarkdown {...language}>{instructions}</LessonMarkdown>
              </Box>
            ))}
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

interface PartProps {
  readonly title: string;
  readonly note?: string;
  /** No part of what is read aloud, highlighted and counted as a place. */
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
