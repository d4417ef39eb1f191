import { useEffect, useRef, useState, lazy, type Ref } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { CreatorCourse } from '#contract/studio/creator-courses.contract.ts';
import { formatNumber, formatDollars } from '#frontend/lib/format.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { focusHeading } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { CourseCover } from '#frontend/ui/course-cover.tsx';
import { chipOf, ChipWords, FilterLink, FilterRow } from '#frontend/ui/fields/filter-chips.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { RowTable } from '#frontend/ui/list/row-table.tsx';
import { OptionsButton } from '#frontend/ui/options-button.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { ShowMore } from '#frontend/ui/list/show-more.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { StaleNote } from '../figures/stale-note.tsx';
import { type CreatorFilter, CREATOR_FILTERS } from './course-filter.ts';
import type { CourseMenuActions } from './course-menu-list.tsx';
import { useDuplicateCourse } from './course-mutations.ts';
import { filterWord, completionWord, ratingWord, statusWord } from './course-words.ts';
import { creatorCoursePages } from './creator-course-queries.ts';
import { DeleteDialog } from './delete-dialog.tsx';

interface CoursesListProps {
  readonly userId: string;
  readonly filter: CreatorFilter;
  /** Called to have the AI services write a course's lessons. */
  readonly onWrite: (course: CreatorCourse) => void;
}

/** The courses of a creator (CRE-08…10). A list that failed to load says so: unavailable is never shown as empty. */
export function CoursesList({ userId, filter, onWrite }: CoursesListProps) {
  const pages = useInfiniteQuery(creatorCoursePages(userId, filter));
  const duplicate = useDuplicateCourse(userId);
  const [deleting, setDeleting] = useState<CreatorCourse | null>(null);
  const [deleted, setDeleted] = useState(0);
  const list = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    // the row whose menu opened the dialog is gone
    if (deleted > 0) focusHeading();
  }, [deleted]);
  const { data, error, refetch } = pages;
  const counts = data?.pages[0]?.counts ?? null;
  const courses = data?.pages.flatMap((page) => page.courses);
  if (counts?.all === 0) {
    return (
      <EmptyState subject="firstCourse" title={t('No courses yet')}>
        {t('Your courses are listed here with their revenue and their readers’ progress. Each starts as a draft.')}
      </EmptyState>
    );
  }
  return (
    <>
      <CourseFilterLinks filter={filter} counts={counts} />
      {courses !== undefined && error && <StaleNote error={error} onRetry={() => void refetch()} />}
      {courses === undefined &&
        (error ? (
          <ErrorState title={t('Your courses could not be loaded')} error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState label={t('Loading your courses')} rows={5} />
        ))}
      {courses?.length === 0 && <NothingOf filter={filter} />}
      {courses !== undefined && courses.length > 0 && (
        <>
          <CourseTable
            courses={courses}
            rows={list}
            onWrite={onWrite}
            onDuplicate={({ id }) => duplicate.mutate(id)}
            onDelete={setDeleting}
          />
          <ShowMore pages={pages} list={list} />
        </>
      )}
      {deleting && (
        <DeleteDialog
          userId={userId}
          course={deleting}
          onClose={() => setDeleting(null)}
          onDeleted={() => {
            setDeleting(null);
            setDeleted(deleted + 1);
          }}
        />
      )}
    </>
  );
}

function NothingOf({ filter }: { readonly filter: CreatorFilter }) {
  return (
    <EmptyState
      subject="courses"
      title={filter === 'published' ? t('No published courses') : t('No drafts')}
      actions={
        <LinkButton to="/studio/courses" variant="outlined" color="inherit">
          {t('Show all')}
        </LinkButton>
      }
    >
      {filter === 'published' ? t('All your courses are drafts.') : t('All your courses are published.')}
    </EmptyState>
  );
}

interface CourseFilterLinksProps {
  readonly filter: CreatorFilter;
  /** The number of courses for each; null while unknown. */
  readonly counts: Readonly<Record<CreatorFilter, number>> | null;
}

/** All, published, draft (CRE-09): three URLs. */
function CourseFilterLinks({ filter, counts }: CourseFilterLinksProps) {
  return (
    <Box component="nav" aria-label={t('Filter')} sx={{ marginBlockEnd: 2 }}>
      <FilterRow>
        {[...CREATOR_FILTERS, ...(counts?.archived || filter === 'archived' ? (['archived'] as const) : [])].map((status) => (
          <FilterLink
            key={status}
            to="/studio/courses"
            search={(old) => ({ ...old, filter: status === 'all' ? undefined : status })}
            aria-current={status === filter ? 'page' : undefined}
            activeProps={{}}
            {...chipOf(status === filter)}
            label={<ChipWords label={filterWord(status)} {...(counts && { count: counts[status] })} />}
          />
        ))}
      </FilterRow>
    </Box>
  );
}

const CourseMenuList = lazy(() => import('./course-menu-list.tsx'));

interface CreatorCourseMenuProps {
  readonly title: string;
  readonly ways: CourseMenuActions;
}

/** Opens the further actions on a listed course (CRE-10, G54); loaded when first opened. */
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
function CourseTable({ courses, rows, onWrite, onDuplicate, onDelete }: CourseTableProps) {
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
                <VisuallyHidden> {formulaWords(course.title, undefined)}</VisuallyHidden>
              </LinkButton>
              <LinkButton to="/studio/courses/$courseId" params={{ courseId: course.id }} size="small">
                {t('View')}
                <VisuallyHidden> {formulaWords(course.title, undefined)}</VisuallyHidden>
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
        <FormulaText text={title} dir="rtl" />
      </Typography>
    </Stack>
  );
}
