import { useId, useState } from 'react';
import { useInfiniteQuery, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { CourseSort } from '#contract/courses/course-sorts.ts';
import type { CourseSummary } from '#contract/courses/courses.contract.ts';
import type { ContinueCourse } from '#contract/progress/reading-place.contract.ts';
import { coursesKey } from '#frontend/features/courses/course-keys.ts';
import { coursesToContinue, ownCourses, savedCourses, useSaveToggle } from '#frontend/features/courses/course-queries.ts';
import { difficultyOf, readingTimeOf } from '#frontend/features/courses/course-words.ts';
import { LEARN, learnParams } from '#frontend/features/courses/lesson/lesson-path.ts';
import { lessonsText } from '#frontend/lib/courses/course-words.ts';
import { pictureOf } from '#frontend/lib/courses/picture-address.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { useDeferredFlag } from '#frontend/lib/use-deferred-flag.ts';
import { useSettled } from '#frontend/lib/use-settled.ts';
import { useLatched } from '#frontend/lib/use-latched.ts';
import { HeroCard } from '#frontend/ui/cards/hero-card.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { ShelfGrid } from '#frontend/ui/frames/shelf-frame.tsx';
import { RefreshIcon } from '#frontend/ui/feature-icons.tsx';
import { SearchIcon } from '#frontend/ui/icons.tsx';
import { TextLink, LinkButton } from '#frontend/ui/link.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { SectionHeading } from '#frontend/ui/section-heading.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { ShelfSkeleton } from '#frontend/ui/states/skeletons.tsx';
import { CourseToolbar } from './course-toolbar.tsx';
import type { CourseFilter } from './course-filter.ts';
import { ShelfCourse } from './shelf-course.tsx';

interface CoursesViewProps {
  readonly userId: string;
  readonly filter: CourseFilter;
  readonly query: string;
  readonly sort: CourseSort;
  readonly onFilter: (filter: CourseFilter) => void;
  readonly onQuery: (query: string) => void;
  readonly onSort: (sort: CourseSort) => void;
  /** Shown instead of the lists to users without a course. */
  readonly first?: React.ReactNode;
  /** Shown below the lists once they are loaded. */
  readonly below?: React.ReactNode;
}

/** This many courses can be seen at a glance, so searching and sorting are hidden behind a button. */
const FEW = 8;
const focusField = (tools: HTMLElement | null): void => tools?.querySelector('input')?.focus();
/** The search starts after this pause in typing. */
const TYPING_PAUSE_MS = 250;

const rowsOf = (pages: { pages: readonly { courses: CourseSummary[] }[] } | undefined): CourseSummary[] =>
  pages?.pages.flatMap(({ courses }) => courses) ?? [];

/** My Courses: search, filter and order, the lists of saved, generated, bought, assigned and imported courses, and their counts (CRS-01…03). */
export function CoursesView({ userId, filter, query, sort, onFilter, onQuery, onSort, first, below }: CoursesViewProps) {
  const q = useSettled(query, TYPING_PAUSE_MS);
  const status = filter === 'in-progress' || filter === 'completed' ? filter : undefined;
  const isAll = filter === 'all';
  const origin = isAll || filter === 'generated' ? 'generated' : 'all';
  // Among all courses, each appears only once: as saved, else by its origin.
  const generated = useInfiniteQuery(ownCourses(userId, { q, status, sort, origin, isUnsaved: isAll }));
  const others = useInfiniteQuery({ ...ownCourses(userId, { q, sort, origin: 'other', isUnsaved: true }), enabled: isAll });
  const saved = useInfiniteQuery(savedCourses(userId, { q, sort }));
  const toggle = useSaveToggle(userId);
  const { data: toContinue = [] } = useQuery(coursesToContinue(userId));

  const wantsSaved = isAll || filter === 'saved';
  const wantsGenerated = filter !== 'saved';
  const lists = [...(wantsSaved ? [saved] : []), ...(wantsGenerated ? [generated] : []), ...(isAll ? [others] : [])];
  // The lists appear together, because each would shift when another arrives.
  const isShown = useDeferredFlag(!lists.some(({ isPending }) => isPending));

  const generatedTotal = generated.data?.pages[0]?.generated ?? null;
  const savedTotal = saved.data?.pages[0]?.total ?? null;
  const total = generated.data?.pages[0]?.total ?? null;
  const isNarrowed = !isAll || query !== '' || sort !== 'newest';
  const [wantsTools, setWantsTools] = useState(false);
  // Nobody searches among few courses. Once the toolbar is shown it stays, even if the user empties the search.
  const hasToolbar = useLatched(isNarrowed || wantsTools || (total ?? 0) > FEW);

  if (total === 0 && savedTotal !== null) {
    return first;
  }

  const shelf = {
    next: toContinue,
    onToggleSaved: ({ course_id, saved_at }: CourseSummary) => toggle.mutate({ courseId: course_id, isSaved: saved_at !== null }),
  };
  const savedRows = wantsSaved && isShown ? rowsOf(saved.data) : [];
  const generatedRows = wantsGenerated && isShown ? rowsOf(generated.data) : [];
  const otherRows = isAll && isShown ? rowsOf(others.data) : [];
  const isLoaded = isShown && lists.every(({ data }) => data !== undefined);
  const isFinished = ({ status, new_lessons: added }: CourseSummary) => status === 'completed' && !added;
  // among few courses, the mark on the cover says it, and a shelf with one course adds nothing
  const hasFinishedShelf = isAll && (total ?? 0) > FEW;
  const open = (rows: readonly CourseSummary[], origin?: CourseSummary['origin']) =>
    rows
      .filter((row) => !(hasFinishedShelf && isFinished(row)) && (origin === undefined || row.origin === origin))
      .toSorted((a, b) => (isAll ? Number(isFinished(a)) - Number(isFinished(b)) : 0));
  const marketRows = open(otherRows, 'market');
  const shelves: readonly ShelfProps[] = [
    { ...shelf, title: t('Saved courses'), courses: savedRows },
    { ...shelf, title: generatedTitle(filter), courses: open(generatedRows) },
    {
      ...shelf,
      // if all courses come from there, they are simply the user's courses
      title: marketRows.length === total ? t('Your courses') : t('From the marketplace'),
      aside: <TextLink to="/market">{t('Browse the marketplace')}</TextLink>,
      courses: marketRows,
    },
    { ...shelf, title: t('Assigned to you'), courses: open(otherRows, 'assigned') },
    { ...shelf, title: t('Imported courses'), courses: open(otherRows, 'imported') },
    { ...shelf, title: t('Completed courses'), courses: hasFinishedShelf ? [...generatedRows, ...otherRows].filter(isFinished) : [] },
  ];
  const filled = shelves.filter(({ courses }) => courses.length > 0);
  const isNothingFound = isLoaded && filled.length === 0;
  const tools = !hasToolbar && (
    <Button color="inherit" size="small" startIcon={<SearchIcon aria-hidden />} onClick={() => setWantsTools(true)}>
      {t('Search and sort')}
    </Button>
  );

  return (
    <>
      {hasToolbar && (
        // requested by pressing a button that is gone now
        <Box ref={wantsTools ? focusField : undefined}>
          <CourseToolbar query={query} filter={filter} sort={sort} onQuery={onQuery} onFilter={onFilter} onSort={onSort} />
        </Box>
      )}
      {wantsSaved && saved.error && (
        <ErrorState title={t('Failed to load saved courses')} error={saved.error} onRetry={() => void saved.refetch()} />
      )}
      {wantsGenerated && generated.error && (
        <ErrorState title={t('Failed to load generated courses')} error={generated.error} onRetry={() => void generated.refetch()} />
      )}
      {isAll && others.error && (
        <ErrorState title={t('Your courses could not be loaded')} error={others.error} onRetry={() => void others.refetch()} />
      )}
      {!isShown && <ShelfSkeleton label={t('Loading your courses')} cards={8} />}
      {filled.map((one, at) => (
        <Shelf
          key={one.title}
          {...one}
          aside={
            at === 0 && tools ? (
              <>
                {one.aside} {tools}
              </>
            ) : (
              one.aside
            )
          }
        />
      ))}
      {isNothingFound && (
        <EmptyState subject="search" title={t('No course matches')}>
          {filter === 'saved' && query === '' ? t('Save a course to find it here again.') : t('Try other words, or show all courses.')}
        </EmptyState>
      )}
      {lists.some(({ hasNextPage }) => hasNextPage) && (
        <Button
          variant="outlined"
          color="inherit"
          sx={{ marginBlockStart: 3 }}
          disabled={lists.some(({ isFetchingNextPage }) => isFetchingNextPage)}
          onClick={() => lists.forEach((list) => list.hasNextPage && void list.fetchNextPage())}
        >
          {t('Show more')}
        </Button>
      )}
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1, marginBlockStart: 2 }}>
        <CourseCounts generated={generatedTotal} saved={savedTotal} total={total} />
        <RefreshButton userId={userId} />
      </Stack>
      {isShown && below}
    </>
  );
}

/** Separate from the lists, so that they do not render again when a request starts or ends. */
function RefreshButton({ userId }: { readonly userId: string }) {
  const cache = useQueryClient();
  const isRefreshing = useIsFetching({ queryKey: coursesKey(userId) }) > 0;
  return (
    <IconButton
      aria-label={isRefreshing ? t('Refreshing') : t('Refresh')}
      onClick={() => void cache.invalidateQueries({ queryKey: coursesKey(userId) })}
      disabled={isRefreshing}
    >
      <RefreshIcon aria-hidden fontSize="small" />
    </IconButton>
  );
}

interface ShelfProps {
  readonly title: string;
  readonly aside?: React.ReactNode;
  readonly courses: readonly CourseSummary[];
  readonly next: readonly ContinueCourse[];
  readonly onToggleSaved: (course: CourseSummary) => void;
}

/** One list of courses under its heading; renders nothing if it is empty. */
function Shelf({ title, aside, courses, next, onToggleSaved }: ShelfProps) {
  const id = useId();
  if (courses.length === 0) return null;
  return (
    <Box component="section" aria-labelledby={id} sx={{ marginBlockStart: 3 }}>
      <SectionHeading id={id} aside={aside}>
        {title}
      </SectionHeading>
      <ShelfGrid>
        {courses.map((course) => (
          <ShelfCourse
            key={course.course_id}
            course={course}
            next={next.find(({ course_id: id }) => id === course.course_id)}
            onToggleSaved={onToggleSaved}
          />
        ))}
      </ShelfGrid>
    </Box>
  );
}

function generatedTitle(filter: CourseFilter): string {
  if (filter === 'completed') return t('Completed courses');
  return filter === 'in-progress' ? t('Courses in progress') : t('Generated courses');
}

interface CourseCountsProps {
  /** Null while unknown, which must not be shown as zero. */
  readonly generated: number | null;
  readonly saved: number | null;
  readonly total: number | null;
}

/** Three counts: generated, saved, total (CRS-02). */
function CourseCounts({ generated, saved, total }: CourseCountsProps) {
  const counts: readonly (readonly [string, number | null])[] = [
    [t('Generated'), generated],
    [t('Saved'), saved],
    [t('Total'), total],
  ];
  return (
    <Stack component="dl" direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: '0 16px', margin: 0 }}>
      {counts.map(([label, count]) => (
        <Stack key={label} direction="row" sx={{ alignItems: 'baseline', gap: 0.5 }}>
          <Typography component="dt" variant="body2" color="textSecondary">
            {label}
          </Typography>
          <Typography component="dd" variant="body2" color="textSecondary" sx={{ margin: 0 }}>
            {count === null ? '–' : formatNumber(count)}
          </Typography>
        </Stack>
      ))}
    </Stack>
  );
}

/** The newest course that has not been started, with its first lesson. */
export function StartHero({ course }: { readonly course: CourseSummary }) {
  const { course_id: courseId, title, cover } = course;
  return (
    <HeroCard
      course={{ title, picture: cover && pictureOf(courseId, cover, 'large') }}
      reason={t('Not started')}
      title={
        <bdi>
          <FormulaText text={title} dir="rtl" />
        </bdi>
      }
      line={<MetaLine facts={[lessonsText(course.lesson_count), difficultyOf(course), readingTimeOf(course)]} />}
      actions={
        <>
          <LinkButton to={LEARN} params={learnParams(courseId, { module: 0, lesson: 0 })} variant="contained">
            {t('Start lesson 1')}
          </LinkButton>
          <LinkButton to="/courses/$courseId" params={{ courseId }} variant="outlined" color="inherit">
            {t('Open course')}
          </LinkButton>
        </>
      }
    />
  );
}
