import { useEffect, useRef, useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { CreatorCourse } from '#contract/studio/creator-courses.contract.ts';
import { focusHeading } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { ShowMore } from '#frontend/ui/list/show-more.tsx';
import { CourseFilterLinks } from './course-filter-links.tsx';
import type { CreatorFilter } from './course-filter.ts';
import { useDuplicateCourse } from './course-mutations.ts';
import { CourseTable } from './course-table.tsx';
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
    // the row that opened the dialog is gone, with its menu
    if (deleted > 0) focusHeading();
  }, [deleted]);
  const { data, error, refetch } = pages;
  const counts = data?.pages[0]?.counts ?? null;
  const courses = data?.pages.flatMap((page) => page.courses);
  if (counts?.all === 0) {
    return (
      <EmptyState
        title={t('No courses yet')}
        actions={
          <LinkButton to="/studio/create" variant="outlined" color="inherit">
            {t('Make your first course')}
          </LinkButton>
        }
      >
        {t('The courses you make are listed here, with what they earn and how readers get on. They begin as drafts.')}
      </EmptyState>
    );
  }
  return (
    <>
      <CourseFilterLinks filter={filter} counts={counts} />
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
