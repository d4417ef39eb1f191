import { useEffect, useState } from 'react';
import { useInfiniteQuery, useIsFetching, useQueryClient } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import type { CourseSort } from '#contract/courses/course-sorts.ts';
import type { CourseSummary } from '#contract/courses/courses.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { Rows } from '#frontend/ui/margin-row.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { CourseCounts } from './course-counts.tsx';
import { coursesKey } from '#frontend/features/courses/course-keys.ts';
import { generatedCourses, savedCourses, useSaveToggle } from '#frontend/features/courses/course-queries.ts';
import { CourseRow } from './course-row.tsx';
import { CourseToolbar } from './course-toolbar.tsx';
import type { CourseFilter } from './course-filter.ts';

interface CoursesViewProps {
  readonly userId: string;
  readonly filter: CourseFilter;
  readonly query: string;
  readonly sort: CourseSort;
  readonly onFilter: (filter: CourseFilter) => void;
  readonly onQuery: (query: string) => void;
  readonly onSort: (sort: CourseSort) => void;
  /** Shown once the lists are there, below them. */
  readonly below?: React.ReactNode;
}

/** The search starts after this pause in typing. */
const TYPING_PAUSE_MS = 250;

const rowsOf = (pages: { pages: readonly { courses: CourseSummary[] }[] } | undefined): CourseSummary[] =>
  pages?.pages.flatMap(({ courses }) => courses) ?? [];

/** My Courses: search, filter and order, the lists of saved, generated and bought courses, and below them the counts (CRS-01…03). */
export function CoursesView({ userId, filter, query, sort, onFilter, onQuery, onSort, below }: CoursesViewProps) {
  const cache = useQueryClient();
  const q = useSettled(query);
  const status = filter === 'in-progress' || filter === 'completed' ? filter : undefined;
  const isAll = filter === 'all';
  const origin = isAll || filter === 'generated' ? 'generated' : undefined;
  // Listed with all others, a course stands once: saved, else where it comes from.
  const generated = useInfiniteQuery(generatedCourses(userId, { q, status, sort, origin, isUnsaved: isAll }));
  const market = useInfiniteQuery({ ...generatedCourses(userId, { q, sort, origin: 'market', isUnsaved: true }), enabled: isAll });
  const saved = useInfiniteQuery(savedCourses(userId, { q, sort }));
  const toggle = useSaveToggle(userId);
  const isRefreshing = useIsFetching({ queryKey: coursesKey(userId) }) > 0;

  const wantsSaved = isAll || filter === 'saved';
  const wantsGenerated = filter !== 'saved';
  const lists = [...(wantsSaved ? [saved] : []), ...(wantsGenerated ? [generated] : []), ...(isAll ? [market] : [])];
  // The lists wait for each other, because the first one would shift when another arrives.
  const isShown = !lists.some(({ isPending }) => isPending);

  const generatedTotal = generated.data?.pages[0]?.generated ?? null;
  const savedTotal = saved.data?.pages[0]?.total ?? null;
  const total = generated.data?.pages[0]?.total ?? null;

  if (total === 0 && savedTotal !== null) {
    return (
      <>
        <EmptyState
          title={t('Welcome to Your Learning Journey!')}
          actions={
            <>
              <BuilderLink />
              <LinkButton to="/community" variant="outlined" color="inherit">
                {t('Open Community')}
              </LinkButton>
            </>
          }
        >
          {t('Courses you generate or save are listed here. Describe what you want to learn, and the first one is written.')}
        </EmptyState>
        {below && <Spaced>{below}</Spaced>}
      </>
    );
  }

  const row = (course: CourseSummary) => (
    <CourseRow
      key={course.course_id}
      course={course}
      isBusy={toggle.isPending && toggle.variables.courseId === course.course_id}
      onToggleSaved={({ course_id, saved_at }) => toggle.mutate({ courseId: course_id, isSaved: saved_at !== null })}
    />
  );
  const savedRows = wantsSaved && isShown ? rowsOf(saved.data) : [];
  const generatedRows = wantsGenerated && isShown ? rowsOf(generated.data) : [];
  const marketRows = isAll && isShown ? rowsOf(market.data) : [];
  const isLoaded = isShown && lists.every(({ data }) => data !== undefined);
  const isNothingFound = isLoaded && savedRows.length + generatedRows.length + marketRows.length === 0;

  return (
    <>
      <CourseToolbar
        query={query}
        filter={filter}
        sort={sort}
        isRefreshing={isRefreshing}
        onQuery={onQuery}
        onFilter={onFilter}
        onSort={onSort}
        onRefresh={() => void cache.invalidateQueries({ queryKey: coursesKey(userId) })}
      />
      {wantsSaved && saved.error && (
        <Spaced>
          <ErrorState title={t('Failed to load saved courses')} error={saved.error} onRetry={() => void saved.refetch()} />
        </Spaced>
      )}
      {wantsGenerated && generated.error && (
        <Spaced>
          <ErrorState title={t('Failed to load generated courses')} error={generated.error} onRetry={() => void generated.refetch()} />
        </Spaced>
      )}
      {isAll && market.error && (
        <Spaced>
          <ErrorState title={t('Your courses could not be loaded')} error={market.error} onRetry={() => void market.refetch()} />
        </Spaced>
      )}
      {!isShown && (
        <Spaced>
          <LoadingState label={t('Loading your courses')} rows={5} />
        </Spaced>
      )}
      {savedRows.length > 0 && (
        <RuledSection title={t('Saved courses')}>
          <Rows>{savedRows.map(row)}</Rows>
        </RuledSection>
      )}
      {generatedRows.length > 0 && (
        <RuledSection title={generatedTitle(filter)}>
          <Rows>{generatedRows.map(row)}</Rows>
        </RuledSection>
      )}
      {marketRows.length > 0 && (
        <RuledSection title={t('From the marketplace')}>
          <Rows>{marketRows.map(row)}</Rows>
        </RuledSection>
      )}
      {isNothingFound && (
        <Spaced>
          <EmptyState title={t('No course matches')}>
            {filter === 'saved' && query === '' ? t('Save a course to find it here again.') : t('Try other words, or show all courses.')}
          </EmptyState>
        </Spaced>
      )}
      {lists.some(({ hasNextPage }) => hasNextPage) && (
        <Spaced>
          <Button
            variant="outlined"
            color="inherit"
            disabled={lists.some(({ isFetchingNextPage }) => isFetchingNextPage)}
            onClick={() => lists.forEach((list) => list.hasNextPage && void list.fetchNextPage())}
          >
            {t('Show more')}
          </Button>
        </Spaced>
      )}
      <Spaced>
        <CourseCounts generated={generatedTotal} saved={savedTotal} total={total} />
      </Spaced>
      {isShown && below && <Spaced>{below}</Spaced>}
    </>
  );
}

/** Debounces the text; returns it at once on mount. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

function generatedTitle(filter: CourseFilter): string {
  if (filter === 'completed') return t('Completed courses');
  return filter === 'in-progress' ? t('Courses in progress') : t('Generated courses');
}

function BuilderLink() {
  return (
    <LinkButton to="/create" variant="contained">
      {t('Open AI Builder')}
    </LinkButton>
  );
}

function Spaced({ children }: { readonly children: React.ReactNode }) {
  return <div style={{ marginBlockStart: 36 }}>{children}</div>;
}
