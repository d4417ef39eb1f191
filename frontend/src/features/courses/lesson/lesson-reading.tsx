import { useCallback, type ReactNode, type Ref } from 'react';
import { styled } from '@mui/material/styles';
import type { Lesson } from '#contract/courses/courses.contract.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { formatDuration } from '#frontend/lib/format.ts';
import { isolateLatinTerms } from '#frontend/lib/latin-terms.ts';
import { SERVICE_NAMES } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import { FONTS } from '#frontend/theme/tokens.ts';
import { CitationMark } from '#frontend/features/courses/citations/citation-mark.tsx';
import { LessonMarkdown } from '#frontend/features/courses/markdown/lesson-markdown.tsx';
import { readingStyle, useReadingPreferences } from '#frontend/features/courses/reading/reading-preferences.ts';
import { LessonQuiz, type Practice } from './lesson-quiz.tsx';

// As wide as the measure of its text, which uses another font.
const Article = styled('article')({ minWidth: 0, maxWidth: 'var(--reading-width, 40.6rem)' });
const By = styled('p')(({ theme }) => ({ ...theme.typography.body2, margin: '6px 0 28px', color: theme.vars.palette.text.secondary }));
const Part = styled('section')(({ theme }) => ({
  marginBlock: 28,
  '& > h2': { ...theme.typography.h3, margin: 0, paddingBlockEnd: 6, borderBlockEnd: `2px solid ${theme.vars.palette.text.primary}` },
}));
const Points = styled('ul')({ margin: 0, paddingBlockStart: 10, paddingInlineStart: '1.25rem', '& li': { paddingBlock: 3 } });
const Exercise = styled('div')(({ theme }) => ({
  paddingBlock: 16,
  '& + &': { borderBlockStart: `1px solid ${theme.vars.palette.line.hairline}` },
  '& h3': { ...theme.typography.h4, fontFamily: FONTS.ui, margin: '0 0 6px' },
}));

/** Which services wrote and reviewed the lesson (G31's names). */
function writtenByText({ written_by, reviewed_by }: Pick<Lesson, 'written_by' | 'reviewed_by'>, isReviewToCome: boolean): string {
  const author = written_by && SERVICE_NAMES[written_by];
  if (author && isReviewToCome) return t('Written by {author}, not reviewed yet', { author });
  if (author && reviewed_by) return t('Written by {author}, reviewed by {reviewer}', { author, reviewer: SERVICE_NAMES[reviewed_by] });
  return author ? t('Written by {author}, not reviewed', { author }) : t('Not reviewed');
}

interface LessonReadingProps {
  readonly lesson: Lesson;
  readonly language: TextLanguage;
  /** Its course is still being written, and the review of this lesson is pending. */
  readonly isReviewToCome?: boolean;
  /** Receives the element with objectives, text and key takeaways. */
  readonly textRef?: Ref<HTMLDivElement>;
  /** The lesson's own heading, an `h1`. */
  readonly heading: ReactNode;
  /** Notices shown before the text: notes on the lesson, a new text that is ready. */
  readonly notices?: ReactNode;
  /** Shown above its text. */
  readonly picture?: ReactNode;
  readonly practice?: Practice | undefined;
  /** Shown after the lesson: the navigation. */
  readonly footer: ReactNode;
}

/** The reading view of one lesson: objectives, text, key takeaways, and a quiz or exercises (LRN-05). */
export function LessonReading({
  lesson,
  language,
  isReviewToCome = false,
  textRef,
  heading,
  notices,
  picture,
  practice,
  footer,
}: LessonReadingProps) {
  const preferences = useReadingPreferences();
  const { citations } = lesson;
  const cite = useCallback(
    (marker: number) => {
      const citation = citations?.find((one) => one.marker === marker);
      return citation ? <CitationMark citation={citation} /> : null;
    },
    [citations],
  );
  return (
    <Article style={readingStyle(preferences)}>
      {heading}
      <By>
        {formatDuration(lesson.duration_minutes * 60)} · {writtenByText(lesson, isReviewToCome)}
      </By>
      {notices}
      {picture}
      <div ref={textRef}>
        <PointList title={t('Objectives')} points={lesson.objectives} language={language} />
        <LessonMarkdown {...language} cite={lesson.citations && cite}>
          {lesson.content}
        </LessonMarkdown>
        <PointList title={t('Key takeaways')} points={lesson.key_takeaways} language={language} />
      </div>
      {lesson.quiz.length > 0 && (
        <Part aria-label={t('Quiz')}>
          <h2>{t('Quiz')}</h2>
          <LessonQuiz key={lesson.lesson_id} quiz={lesson.quiz} language={language} practice={practice} />
        </Part>
      )}
      {lesson.exercises.length > 0 && (
        <Part aria-label={t('Exercises')}>
          <h2>{t('Exercises')}</h2>
          {lesson.exercises.map(({ id, title, instructions }) => (
            <Exercise key={id}>
              <h3 {...language}>{isolateLatinTerms(title, language.dir)}</h3>
              <LessonMarkdown {...language}>{instructions}</LessonMarkdown>
            </Exercise>
          ))}
        </Part>
      )}
      {footer}
    </Article>
  );
}

function PointList({
  title,
  points,
  language,
}: {
  readonly title: string;
  readonly points: readonly string[];
  readonly language: TextLanguage;
}) {
  if (points.length === 0) return null;
  return (
    <Part aria-label={title}>
      <h2 data-unread="">{title}</h2>
      <Points {...language}>
        {points.map((point) => (
          <li key={point}>{isolateLatinTerms(point, language.dir)}</li>
        ))}
      </Points>
    </Part>
  );
}
