import { lessonsText } from '#frontend/lib/courses/course-words.ts';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { CourseSummary } from '#contract/courses/courses.contract.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { isolateLatinTerms } from '#frontend/lib/latin-terms.ts';
import { t } from '#frontend/lib/text.ts';
import { pictureOf } from '#frontend/lib/courses/picture-address.ts';
import { CourseCover } from '#frontend/ui/course-cover.tsx';
import { LinkButton, TextLink } from '#frontend/ui/link.tsx';
import { MarginRow } from '#frontend/ui/margin-row.tsx';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { LEARN, learnParams } from '#frontend/features/courses/lesson/lesson-path.ts';
import { difficultyOf, durationOf, readingTimeOf, statusText } from '#frontend/features/courses/course-words.ts';

// `as` belongs to MarginRow; styled would consume it.
const Row = styled(MarginRow, { shouldForwardProp: () => true })(({ theme }) => ({
  '&&': { paddingBlock: 12 },
  [theme.breakpoints.down('sm')]: { '&&': { flexWrap: 'wrap', rowGap: 4 } },
}));
const Cover = styled('div')({ flex: 'none', width: 64 });
const Text = styled('div')(({ theme }) => ({
  flex: '1 1 0',
  minWidth: 0,
  [theme.breakpoints.down('sm')]: { flexBasis: 'calc(100% - 96px)' },
}));
const Meta = styled('div')(({ theme }) => ({ ...theme.typography.body2, color: theme.vars.palette.text.secondary }));
const Word = styled('span')(({ theme }) => ({
  ...theme.typography.body2,
  whiteSpace: 'nowrap',
  color: theme.vars.palette.text.secondary,
}));
const Standing = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 4,
  flex: 'none',
  width: '6.5rem',
  [theme.breakpoints.down('sm')]: { flex: '1 1 6.5rem', maxWidth: '12rem' },
}));

const Actions = styled('div')(({ theme }) => ({
  display: 'flex',
  flex: 'none',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: 8,
  minWidth: '15rem',
  [theme.breakpoints.down('sm')]: { flex: '1 0 100%', minWidth: 0 },
}));

interface CourseRowProps {
  readonly course: CourseSummary;
  readonly isBusy: boolean;
  readonly onToggleSaved: (course: CourseSummary) => void;
}

/** One course as a ruled row. */
export function CourseRow({ course, isBusy, onToggleSaved }: CourseRowProps) {
  const meta = [
    difficultyOf(course),
    durationOf(course),
    lessonsText(course.lesson_count),
    readingTimeOf(course),
    formatDate(course.created_at),
    course.quality_level === 'partial' ? t('partly written') : '',
  ];
  return (
    <Row as="li" state="done">
      <Cover>
        <CourseCover title={course.title} picture={course.cover && pictureOf(course.course_id, course.cover, 'small')} />
      </Cover>
      <Text>
        <TextLink dir="auto" to="/courses/$courseId" params={{ courseId: course.course_id }} style={{ fontWeight: 600 }}>
          {isolateLatinTerms(course.title, 'rtl')}
        </TextLink>
        <Meta>{[...new Set(meta)].filter(Boolean).join(' · ')}</Meta>
      </Text>
      <Standing>
        <Word>{statusText(course)}</Word>
        {course.status === 'in-progress' && (
          <ProgressMeter label={t('Progress of {title}', { title: course.title })} value={course.progress} />
        )}
      </Standing>
      <Actions>
        <Button disabled={isBusy} onClick={() => onToggleSaved(course)}>
          {course.saved_at === null ? t('Save') : t('Remove from saved')}
          <VisuallyHidden dir="auto"> {course.title}</VisuallyHidden>
        </Button>
        <OpenButton course={course} />
      </Actions>
    </Row>
  );
}

/** A new course starts with its first lesson; where to go on with another one is said by its own page. */
function OpenButton({ course: { course_id: courseId, title, status } }: Pick<CourseRowProps, 'course'>) {
  const name = <VisuallyHidden dir="auto"> {title}</VisuallyHidden>;
  return status === 'generated' ? (
    <LinkButton to={LEARN} params={learnParams(courseId, { module: 0, lesson: 0 })} variant="contained">
      {t('Start')}
      {name}
    </LinkButton>
  ) : (
    <LinkButton to="/courses/$courseId" params={{ courseId }} variant="outlined" color="inherit">
      {t('Open')}
      {name}
    </LinkButton>
  );
}
