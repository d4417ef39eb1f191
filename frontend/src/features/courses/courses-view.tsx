import { useInfiniteQuery, useIsFetching, useQueryClient } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { CourseSummary } from '#contract/courses/courses.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { EmptyState } from '#frontend/ui/empty-state.tsx';
import { ErrorState } from '#frontend/ui/error-state.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { LoadingState } from '#frontend/ui/loading-state.tsx';
import { Rows } from '#frontend/ui/margin-row.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { CourseCounts } from './course-counts.tsx';
import { coursesKey } from './course-keys.ts';
import { generatedCourses, savedCourses, useSaveToggle } from './course-queries.ts';
import { CourseRow } from './course-row.tsx';
import { CourseToolbar } from './course-toolbar.tsx';
import type { CourseFilter } from './course-filter.ts';
import { distinctCourses, selectCourses } from './select-courses.ts';

interface CoursesViewProps {
  readonly userId: string;
  readonly filter: CourseFilter;
  readonly query: string;
  readonly onFilter: (filter: CourseFilter) => void;
  readonly onQuery: (query: string) => void;
}

const rowsOf = (pages: { pages: readonly { courses: CourseSummary[] }[] } | undefined): CourseSummary[] =>
  pages?.pages.flatMap(({ courses }) => courses) ?? [];

/** My Courses: counts, search and filter, the saved and the generated list (CRS-01…04). */
export function CoursesView({ userId, filter, query, onFilter, onQuery }: CoursesViewProps) {
  const cache = useQueryClient();
  const generated = useInfiniteQuery(generatedCourses(userId));
  const saved = useInfiniteQuery(savedCourses(userId));
  const toggle = useSaveToggle(userId);
  const isRefreshing = useIsFetching({ queryKey: coursesKey(userId) }) > 0;

  const generatedRows = rowsOf(generated.data);
  const savedRows = rowsOf(saved.data);
  const generatedTotal = generated.data?.pages[0]?.total ?? null;
  const savedTotal = saved.data?.pages[0]?.total ?? null;
  // Saved courses are also generated ones; those on pages not fetched yet are in the totals.
  const total =
    generatedTotal === null || savedTotal === null
      ? null
      : Math.max(distinctCourses(generatedRows, savedRows).length, generatedTotal, savedTotal);

  if (total === 0) {
    return (
      <EmptyState title={t('Welcome to Your Learning Journey!')} actions={<BuilderLink />}>
        {t('Courses you generate or save are listed here. Describe what you want to learn, and the first one is written.')}
      </EmptyState>
    );
  }

  const shown = selectCourses(generatedRows, savedRows, filter, query);
  const row = (course: CourseSummary) => (
    <CourseRow
      key={course.course_id}
      course={course}
      isBusy={toggle.isPending && toggle.variables.courseId === course.course_id}
      onToggleSaved={({ course_id, saved_at }) => toggle.mutate({ courseId: course_id, isSaved: saved_at !== null })}
    />
  );
  const isNarrowed = query.trim() !== '' || filter === 'in-progress' || filter === 'completed';
  const isPartlyLoaded = generated.hasNextPage || saved.hasNextPage;
  const isLoaded = generated.data !== undefined && saved.data !== undefined;
  const isNothingFound = isLoaded && shown.saved.length + shown.generated.length + shown.byStatus.length === 0;
  const wantsSaved = filter !== 'generated';
  const wantsGenerated = filter !== 'saved';

  return (
    <>
      <CourseCounts generated={generatedTotal} saved={savedTotal} total={total} />
      <CourseToolbar
        query={query}
        filter={filter}
        isRefreshing={isRefreshing}
        onQuery={onQuery}
        onFilter={onFilter}
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
      {((wantsSaved && saved.isPending) || (wantsGenerated && generated.isPending)) && (
        <Spaced>
          <LoadingState label={t('Loading your courses')} rows={5} />
        </Spaced>
      )}
      {shown.byStatus.length > 0 && (
        <RuledSection title={filter === 'completed' ? t('Completed courses') : t('Courses in progress')}>
          <Rows>{shown.byStatus.map(row)}</Rows>
        </RuledSection>
      )}
      {shown.saved.length > 0 && (
        <RuledSection title={t('Saved courses')}>
          <Rows>{shown.saved.map(row)}</Rows>
        </RuledSection>
      )}
      {shown.generated.length > 0 && (
        <RuledSection title={t('Generated courses')}>
          <Rows>{shown.generated.map(row)}</Rows>
        </RuledSection>
      )}
      {isNothingFound && (
        <Spaced>
          <EmptyState title={t('No course matches')}>
            {filter === 'saved' && query === '' ? t('Save a course to find it here again.') : t('Try other words, or show all courses.')}
          </EmptyState>
        </Spaced>
      )}
      {isPartlyLoaded && (
        <Spaced>
          {isNarrowed && (
            <Typography variant="body2" color="textSecondary" sx={{ marginBlockEnd: 1 }}>
              {t('Looked through the newest {n} courses.', { n: distinctCourses(generatedRows, savedRows).length })}
            </Typography>
          )}
          <Button
            variant="outlined"
            color="inherit"
            disabled={generated.isFetchingNextPage || saved.isFetchingNextPage}
            onClick={() => {
              if (generated.hasNextPage && wantsGenerated) void generated.fetchNextPage();
              if (saved.hasNextPage && wantsSaved) void saved.fetchNextPage();
            }}
          >
            {t('Show more')}
          </Button>
        </Spaced>
      )}
    </>
  );
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
