import { lazy, type Ref } from 'react';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { CreatorCourse } from '#contract/studio/creator-courses.contract.ts';
import { formatDollars, formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { CourseCover } from '#frontend/ui/course-cover.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { RowTable } from '#frontend/ui/list/row-table.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { completionWord, ratingWord, statusWord } from './course-words.ts';
import { OptionsButton } from '#frontend/ui/options-button.tsx';
import type { CourseMenuActions } from './course-menu-list.tsx';

const CourseMenuList = lazy(() => import('./course-menu-list.tsx'));

interface CreatorCourseMenuProps {
  readonly title: string;
  readonly ways: CourseMenuActions;
}

/** Opens what else can be done with a course of the list (CRE-10, G54); it arrives when it is first opened. */
function CreatorCourseMenu({ title, ways }: CreatorCourseMenuProps) {
  return (
    <OptionsButton title={title}>{(anchor, onClose) => <CourseMenuList anchor={anchor} ways={ways} onClose={onClose} />}</OptionsButton>
  );
}

interface CourseTableProps {
  readonly courses: readonly CreatorCourse[];
  /** Receives the element that contains the rows. */
  readonly rows: Ref<HTMLTableSectionElement>;
  readonly onWrite: (course: CreatorCourse) => void;
  readonly onDuplicate: (course: CreatorCourse) => void;
  readonly onDelete: (course: CreatorCourse) => void;
}

/** Each course with its status, figures and links (CRE-10). */
export function CourseTable({ courses, rows, onWrite, onDuplicate, onDelete }: CourseTableProps) {
  return (
    <RowTable
      label={t('Your courses')}
      rows={courses}
      keyOf={({ id }) => id}
      list={rows}
      columns={[
        { name: t('Title'), renderCell: (course) => <Named course={course} /> },
        {
          name: t('Status'),
          renderCell: ({ status }) => (
            <Chip component="span" size="small" color={status === 'published' ? 'primary' : 'default'} label={statusWord(status)} />
          ),
        },
        { name: t('Students'), isFigure: true, renderCell: ({ students }) => formatNumber(students) },
        { name: t('Revenue'), isFigure: true, renderCell: ({ revenue }) => formatDollars(revenue) },
        { name: t('Rating'), isFigure: true, renderCell: ratingWord },
        { name: t('Completion'), isFigure: true, renderCell: completionWord },
        {
          name: t('Options'),
          isAct: true,
          renderCell: (course) => (
            <>
              <LinkButton to="/studio/courses/$courseId/edit" params={{ courseId: course.id }} size="small">
                {t('Edit')}
                <VisuallyHidden> {course.title}</VisuallyHidden>
              </LinkButton>
              <LinkButton to="/studio/courses/$courseId" params={{ courseId: course.id }} size="small">
                {t('View')}
                <VisuallyHidden> {course.title}</VisuallyHidden>
              </LinkButton>
              <CreatorCourseMenu
                title={course.title}
                ways={{
                  courseId: course.id,
                  onWrite: () => onWrite(course),
                  onDuplicate: () => onDuplicate(course),
                  onDelete: () => onDelete(course),
                }}
              />
            </>
          ),
        },
      ]}
    />
  );
}

function Named({ course: { title, category } }: { readonly course: CreatorCourse }) {
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 1.5, minWidth: '14rem' }}>
      <Box sx={{ width: 64, flex: 'none' }}>
        <CourseCover title={title} category={category} />
      </Box>
      <Typography component="span" variant="subtitle2" dir="auto">
        {title}
      </Typography>
    </Stack>
  );
}
