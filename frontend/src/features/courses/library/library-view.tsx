import { useState } from 'react';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { AGE_GROUPS } from '#contract/courses/age-groups.ts';
import { LANGUAGE_CODES } from '#contract/courses/languages.ts';
import { listReadyCourses, type ReadyCourse } from '#contract/courses/library.contract.ts';
import { lookup } from '#contract/platform/lookup.ts';
import { CREATOR_CATEGORIES } from '#contract/studio/creator-courses.contract.ts';
import { ageGroupOf } from '#frontend/features/courses/course-words.ts';
import { call } from '#frontend/lib/api-client.ts';
import { categoryWord, difficultyWord, languageWord, lessonsText } from '#frontend/lib/courses/course-words.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { readyCoursesKey, useOpenReady } from '#frontend/lib/courses/open-ready-course.ts';
import { formatDuration } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { useSettled } from '#frontend/lib/use-settled.ts';
import { CourseCard } from '#frontend/ui/cards/course-card.tsx';
import { FilterChips, FilterMenu, FilterRow, FilterRows } from '#frontend/ui/fields/filter-chips.tsx';
import { SearchField } from '#frontend/ui/fields/search-field.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { ShelfGrid } from '#frontend/ui/frames/shelf-frame.tsx';
import { CheckIcon } from '#frontend/ui/icons.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { PagedList } from '#frontend/ui/list/paged-list.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';

/** The filters of the library, as in the page's address. `age`: the name of an age group. */
export interface LibraryFilters {
  readonly q?: string | undefined;
  readonly category?: ReadyCourse['category'] | undefined;
  readonly language?: ReadyCourse['language'] | undefined;
  readonly age?: string | undefined;
}
type Language = ReadyCourse['language'];

const TYPING_PAUSE_MS = 250;

/** The interface's language, if courses can have it. */
const spokenLanguage = (): Language | undefined =>
  (Object.keys(LANGUAGE_CODES) as Language[]).find((name) => LANGUAGE_CODES[name] === document.documentElement.lang.split('-')[0]);

const readyCourses = (userId: string, { age, ...filters }: LibraryFilters) =>
  infiniteQueryOptions({
    queryKey: [...readyCoursesKey(userId), filters, age],
    queryFn: ({ pageParam, signal }) =>
      call(listReadyCourses, { query: { ...filters, age_group: age, first: spokenLanguage(), after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });

interface LibraryViewProps {
  readonly userId: string;
  readonly filters: LibraryFilters;
  readonly onFilter: (change: LibraryFilters) => void;
}

/** All ready courses of the free library, by subject, language and age. One press opens one, as a copy of the user's own. */
export function LibraryView({ userId, filters, onFilter }: LibraryViewProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const q = useSettled(filters.q ?? '', TYPING_PAUSE_MS) || undefined;
  const pages = useInfiniteQuery(readyCourses(userId, { ...filters, q }));
  const open = useOpenReady(userId);
  const about = pages.data?.pages[0];
  if (about?.total === null)
    return (
      <EmptyState
        subject="courses"
        title={t('This installation has no ready courses')}
        actions={
          <LinkButton to="/create" variant="contained">
            {t('Describe a course')}
          </LinkButton>
        }
      >
        {t('Describe what you want to learn, and AI services write a course on it.')}
      </EmptyState>
    );
  const facets = about?.facets;
  const counted = <V extends string>(
    values: readonly V[],
    word: (value: V) => string,
    facet: Readonly<Record<string, number>> | undefined,
  ) => values.map((value) => ({ value, label: word(value), ...(facet && { count: facet[value] ?? 0 }) }));
  const offered = <V extends string>(values: readonly V[], facet: Readonly<Record<string, number>> | undefined, chosen: V | undefined) =>
    values.filter((value) => value === chosen || (facet?.[value] ?? 0) > 0);
  const all = t('All');
  return (
    <>
      <Box role="search" sx={{ marginBlockEnd: 2 }}>
        <SearchField
          label={t('Search the ready courses')}
          maxLength={100}
          value={typed ?? filters.q ?? ''}
          onChange={({ target }) => {
            setTyped(target.value);
            onFilter({ q: target.value.trim() || undefined });
          }}
          onBlur={() => setTyped(null)}
        />
      </Box>
      <FilterRows role="group" aria-label={t('Filter')}>
        <FilterChips
          label={t('Category')}
          value={filters.category ?? ''}
          options={[{ value: '', label: all }, ...counted(CREATOR_CATEGORIES, categoryWord, facets?.category)]}
          onChange={(category) => onFilter({ category: category || undefined })}
        />
        <FilterRow>
          <FilterMenu
            label={t('Language')}
            all={all}
            value={filters.language ?? ''}
            options={counted(
              offered(Object.keys(LANGUAGE_CODES) as Language[], facets?.language, filters.language),
              languageWord,
              facets?.language,
            )}
            onChange={(language) => onFilter({ language: language || undefined })}
          />
          <FilterMenu
            label={t('Age')}
            all={all}
            value={filters.age ?? ''}
            options={counted(
              offered(
                AGE_GROUPS.map(({ name }) => name),
                facets?.age_group,
                AGE_GROUPS.find(({ name }) => name === filters.age)?.name,
              ),
              (age_group) => ageGroupOf({ age_group }),
              facets?.age_group,
            )}
            onChange={(age) => onFilter({ age: age || undefined })}
          />
        </FilterRow>
      </FilterRows>
      <Typography variant="body2" color="textSecondary" role="status" sx={{ marginBlock: '16px 12px', minHeight: '1lh' }}>
        {about && t('{n, plural, one {# ready course} other {# ready courses}}', { n: about.total! })}
      </Typography>
      <PagedList
        pages={pages}
        rowsOf={({ courses }) => courses}
        failed={t('The ready courses could not be loaded')}
        loading={t('Loading the ready courses')}
        placeholders={8}
        empty={
          <EmptyState
            subject="search"
            title={t('No ready course matches')}
            actions={
              <>
                <Button
                  variant="outlined"
                  color="inherit"
                  onClick={() => {
                    setTyped(null);
                    onFilter({ q: undefined, category: undefined, language: undefined, age: undefined });
                  }}
                >
                  {t('Show all courses')}
                </Button>
                <LinkButton to="/create">{t('Describe a course')}</LinkButton>
              </>
            }
          >
            {t('Try other words, or fewer filters.')}
          </EmptyState>
        }
      >
        {(courses, list) => (
          <ShelfGrid ref={list} aria-label={t('Ready courses')} aria-busy={pages.isPlaceholderData}>
            {courses.map((course) => (
              <li key={course.slug}>
                <ReadyCard
                  course={course}
                  isOpening={open.isPending && open.variables === course.slug}
                  onOpen={() => {
                    // one at a time: the last press would otherwise decide where the user lands
                    if (!open.isPending) open.mutate(course.slug);
                  }}
                />
              </li>
            ))}
          </ShelfGrid>
        )}
      </PagedList>
    </>
  );
}

interface ReadyCardProps {
  readonly course: ReadyCourse;
  readonly isOpening: boolean;
  readonly onOpen: () => void;
}

function ReadyCard({ course, isOpening, onOpen }: ReadyCardProps) {
  const {
    title,
    line,
    category,
    difficulty,
    age_group,
    language,
    lesson_count: lessons,
    duration_minutes: minutes,
    course_id: own,
  } = course;
  const words = languageAttributes(language);
  return (
    <CourseCard
      course={{ title, language, category }}
      {...(own === null ? { press: { onPress: onOpen, isPending: isOpening } } : { to: `/courses/${own}` })}
      heading="h2"
      {...(own !== null && { mark: <Chip size="small" color="primary" icon={<CheckIcon aria-hidden />} label={t('In My Courses')} /> })}
      line={
        <>
          <Box {...words} sx={{ marginBlockEnd: 0.5 }}>
            <FormulaText text={line} dir={words.dir} />
          </Box>
          <MetaLine
            facts={[ageGroupOf({ age_group }), difficultyWord(difficulty), ...(isForeign(language) ? [languageWord(language)] : [])]}
          />
        </>
      }
      facts={[
        <MetaLine key="size" facts={[lessonsText(lessons), formatDuration(minutes * 60)]} />,
        isOpening ? t('Opening') : own === null && t('Free'),
      ]}
    />
  );
}

/** Whether a course is in another language than the interface. */
const isForeign = (language: Language): boolean => lookup(LANGUAGE_CODES)[language] !== document.documentElement.lang.split('-')[0];
