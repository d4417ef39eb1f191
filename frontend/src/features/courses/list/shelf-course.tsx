import Chip from '@mui/material/Chip';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useNavigate } from '@tanstack/react-router';
import type { ContinueCourse } from '#contract/progress/reading-place.contract.ts';
import type { CourseSummary } from '#contract/courses/courses.contract.ts';
import { LEARN, learnParams, placeNumber, type Place } from '#frontend/features/courses/lesson/lesson-path.ts';
import { difficultyOf, durationOf, readingTimeOf, statusText } from '#frontend/features/courses/course-words.ts';
import { dayText, lessonsText } from '#frontend/lib/courses/course-words.ts';
import { pictureOf } from '#frontend/lib/courses/picture-address.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { t } from '#frontend/lib/text.ts';
import { CourseCard } from '#frontend/ui/cards/course-card.tsx';
import { CourseTitle } from '#frontend/ui/course-title.tsx';
import { CheckIcon } from '#frontend/ui/icons.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { OptionsButton } from '#frontend/ui/options-button.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';

interface ShelfCourseProps {
  readonly course: CourseSummary;
  /** Where the user continues, if the course is among those read last. */
  readonly next: ContinueCourse | undefined;
  readonly onToggleSaved: (course: CourseSummary) => void;
}

/** A course of the user's own on the shelf. A press anywhere opens it; a link starts a new course or continues one already started. */
export function ShelfCourse({ course, next, onToggleSaved }: ShelfCourseProps) {
  const { course_id: courseId, title, cover, status } = course;
  const facts = [
    lessonsText(course.lesson_count),
    difficultyOf(course),
    durationOf(course),
    readingTimeOf(course),
    formatDate(course.created_at),
    course.quality_level === 'partial' ? t('partly written') : '',
  ];
  const isDone = status === 'completed' && !course.new_lessons;
  const open: Place | undefined = next?.lesson ?? (status === 'generated' ? { module: 0, lesson: 0 } : undefined);
  return (
    <li>
      <CourseCard
        course={{ title, language: next?.language, picture: cover && pictureOf(courseId, cover, 'small') }}
        to={`/courses/${courseId}`}
        line={
          next ? (
            <>
              {placeNumber(next.lesson)} <CourseTitle title={next.lesson.title} language={next.language} />
            </>
          ) : (
            <MetaLine facts={[...new Set(facts)]} />
          )
        }
        {...(status === 'in-progress' && { progress: { label: t('Progress of {title}', { title }), value: course.progress } })}
        {...(isDone && { mark: <Chip size="small" color="primary" icon={<CheckIcon aria-hidden />} label={statusText(course)} /> })}
        facts={[
          !isDone && (next?.day ? dayText(next.day.unit, next.day.number, next.day.of) : statusText(course)),
          open && (
            <LinkButton to={LEARN} params={learnParams(courseId, open)} size="small" sx={{ position: 'relative', minWidth: 0 }}>
              {next ? t('Continue') : t('Start')}
              <VisuallyHidden dir="auto"> {formulaWords(title, undefined)}</VisuallyHidden>
            </LinkButton>
          ),
        ]}
        menu={
          <OptionsButton title={title}>
            {(anchor, onClose) => <ShelfCourseMenu course={course} anchor={anchor} onClose={onClose} onToggleSaved={onToggleSaved} />}
          </OptionsButton>
        }
      />
    </li>
  );
}

interface ShelfCourseMenuProps extends Pick<ShelfCourseProps, 'course' | 'onToggleSaved'> {
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
}

function ShelfCourseMenu({ course, anchor, onClose, onToggleSaved }: ShelfCourseMenuProps) {
  const navigate = useNavigate();
  const params = { courseId: course.course_id };
  return (
    <Menu open anchorEl={anchor} onClose={onClose}>
      <MenuItem onClick={() => void navigate({ to: '/courses/$courseId', params })}>{t('Open')}</MenuItem>
      <MenuItem
        onClick={() => {
          onToggleSaved(course);
          onClose();
        }}
      >
        {course.saved_at === null ? t('Save') : t('Remove from saved')}
      </MenuItem>
      <MenuItem onClick={() => void navigate({ to: '/courses/$courseId/glossary', params })}>{t('Glossary')}</MenuItem>
      <MenuItem onClick={() => void navigate({ to: '/courses/$courseId/concept-map', params })}>{t('Concept map')}</MenuItem>
      <MenuItem onClick={() => void navigate({ to: '/courses/$courseId/history', params })}>{t('History')}</MenuItem>
    </Menu>
  );
}
