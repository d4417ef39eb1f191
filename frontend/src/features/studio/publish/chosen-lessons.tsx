import type { ReactNode } from 'react';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { CourseSummary } from '#contract/courses/courses.contract.ts';
import type { Publication } from '#contract/market/publication.contract.ts';
import { lessonsText } from '#frontend/lib/courses/course-words.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { t } from '#frontend/lib/text.ts';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { LinkButton, TextLink } from '#frontend/ui/link.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';

export type OwnCourses = Pick<
  UseInfiniteQueryResult<InfiniteData<{ readonly courses: readonly CourseSummary[] }>>,
  'data' | 'isPending' | 'hasNextPage' | 'fetchNextPage'
>;

/** Minimum length of a word that says what a title is about; shorter words occur in any title. */
const LONG = 4;

const wordsOf = (title: string): readonly string[] =>
  title
    .toLocaleLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= LONG);

/** The newest of the creator's courses whose title shares a word with this one, even with another ending; undefined if there is none. */
function likelyLessons(title: string, own: readonly CourseSummary[]): CourseSummary | undefined {
  const words = wordsOf(title);
  return own.find((course) => wordsOf(course.title).some((one) => words.some((word) => one.startsWith(word) || word.startsWith(one))));
}

interface ChosenLessonsProps {
  /** The course to be published. */
  readonly courseId: string;
  readonly title: string;
  readonly publication: Publication;
  readonly courses: OwnCourses;
  readonly isDisabled: boolean;
  readonly onChoose: (choice: { content_id: string; preview_lessons?: string[] }) => void;
  /** The course most recently written for this one; offered while another is selected. */
  readonly writtenId?: string | undefined;
  /** Shows a lesson beside the list, as learners will read it. */
  readonly onShow?: ((lessonId: string) => void) | undefined;
}

/** Which of the creator's own courses is sold, its lessons by title, and which of them everybody can read. */
export function ChosenLessons({ courseId, title, publication, courses, isDisabled, onChoose, writtenId, onShow }: ChosenLessonsProps) {
  const { content } = publication;
  const own = courses.data?.pages.flatMap((page) => page.courses) ?? [];
  const written = own.find(({ course_id: id }) => id === writtenId && id !== content?.course_id);
  const likely = written ?? (content ? undefined : likelyLessons(title, own));
  return (
    <Stack sx={{ alignItems: 'flex-start', gap: 1 }}>
      <Box sx={{ width: 'min(100%, 30rem)' }}>
        <SelectField
          label={t('Use the lessons from')}
          value={content?.course_id ?? ''}
          disabled={courses.isPending || isDisabled}
          options={[
            { value: '', label: t('Choose one of your courses') },
            ...(content && !own.some(({ course_id: id }) => id === content.course_id)
              ? [{ value: content.course_id, label: formulaWords(content.title, undefined) }]
              : []),
            ...own.map(({ course_id: value, title, lesson_count: n }) => ({
              value,
              label: `${formulaWords(title, undefined)} (${lessonsText(n)})`,
            })),
          ]}
          onChange={({ target }) => target.value !== '' && onChoose({ content_id: target.value })}
        />
      </Box>
      {likely && (
        <Button variant="outlined" color="inherit" disabled={isDisabled} onClick={() => onChoose({ content_id: likely.course_id })}>
          {t('Use the lessons from “{title}”', { title: likely.title })}
        </Button>
      )}
      <Note>{t('Courses from the marketplace belong to their creators and cannot be published again.')}</Note>
      {courses.hasNextPage && (
        <Button size="small" onClick={() => void courses.fetchNextPage()}>
          {t('Show older courses')}
        </Button>
      )}
      {content && (
        <LessonTitles
          courseId={courseId}
          publication={publication}
          onShow={onShow}
          onChange={(ids) => onChoose({ content_id: content.course_id, preview_lessons: ids })}
        />
      )}
      {content && (
        <Note>
          <TextLink to="/courses/$courseId" params={{ courseId: content.course_id }}>
            {t('Open it in My Courses')}
          </TextLink>
        </Note>
      )}
    </Stack>
  );
}

function Note({ children }: { readonly children: ReactNode }) {
  return (
    <Typography variant="body2" color="textSecondary">
      {children}
    </Typography>
  );
}

interface LessonTitlesProps extends Pick<ChosenLessonsProps, 'courseId' | 'publication' | 'onShow'> {
  readonly onChange: (ids: string[]) => void;
}

function LessonTitles({ courseId, publication, onChange, onShow }: LessonTitlesProps) {
  const { modules, preview_lessons: chosen } = publication;
  return (
    <Box sx={{ alignSelf: 'stretch' }}>
      <Typography variant="h3">{t('What buyers get')}</Typography>
      <Note>{t('Anyone can read the lessons you tick before buying.')}</Note>
      {modules.map(({ title: module, lessons }, at) => (
        <div key={at}>
          <Typography variant="h4" dir="auto" sx={{ marginBlockStart: 1.5 }}>
            <FormulaText text={module} dir="rtl" />
          </Typography>
          {lessons.map(({ lesson_id: id, title }) => (
            <Stack key={id} direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', columnGap: 1 }}>
              <CheckField
                label={
                  <bdi dir="auto">
                    <FormulaText text={title} dir="rtl" />
                  </bdi>
                }
                checked={chosen.includes(id)}
                onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
              />
              <Stack direction="row" sx={{ flex: 'none', marginInlineStart: 'auto' }}>
                {onShow && (
                  <Button size="small" onClick={() => onShow(id)}>
                    {t('Preview')}
                    <VisuallyHidden> {formulaWords(title, undefined)}</VisuallyHidden>
                  </Button>
                )}
                <LinkButton to="/studio/courses/$courseId/lessons/$lessonId" params={{ courseId, lessonId: id }} size="small">
                  {t('Edit')}
                  <VisuallyHidden> {formulaWords(title, undefined)}</VisuallyHidden>
                </LinkButton>
              </Stack>
            </Stack>
          ))}
        </div>
      ))}
    </Box>
  );
}
