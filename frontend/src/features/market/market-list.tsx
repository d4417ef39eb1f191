import { useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { MARKET_LENGTHS, MARKET_SORTS, type MarketLength, type searchMarket } from '#contract/market/market.contract.ts';
import { MARKET_WORDS, PRICE_WORDS } from '#contract/market/market-words.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { CREATOR_CATEGORIES, CREATOR_DIFFICULTIES } from '#contract/studio/creator-courses.contract.ts';
import { categoryWord, difficultyWord, languageWord } from '#frontend/lib/courses/course-words.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { FilterChips, FilterMenu, FilterRow, FilterRows } from '#frontend/ui/fields/filter-chips.tsx';
import { ShelfGrid } from '#frontend/ui/frames/shelf-frame.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { COURSES_PER_PAGE, marketPage, type MarketSearch } from './market-queries.ts';
import { MarketCard } from './market-course-parts.tsx';
import { lengthWord, sortWord } from './market-words.ts';

const PAGES = { flexWrap: 'wrap', alignItems: 'center', gap: 2, marginBlockStart: 3 } as const;
type Facets = AnswerOf<typeof searchMarket>['facets'];

interface MarketListProps {
  readonly search: MarketSearch;
  /** Changes parameters of the URL and returns to the first page. */
  readonly onSearch: (change: MarketSearch) => void;
  readonly onPage: (page: number) => void;
}

/** The courses of the market, with filters and sorting. */
export function MarketList({ search, onSearch, onPage }: MarketListProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery(marketPage(search));
  const isNarrowed = Object.entries(search).some(([key, value]) => !['page', 'sort', 'q'].includes(key) && value !== undefined);
  const page = search.page ?? 1;
  const pages = data ? Math.max(1, Math.ceil(data.total / COURSES_PER_PAGE)) : 1;
  return (
    <>
      {search.creator === undefined && (
        <MarketFilters search={search} onSearch={onSearch} facets={data?.facets} isCapped={data?.is_capped ?? false} />
      )}
      {error && !data ? (
        <ErrorState title={t('The marketplace could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState label={t('Loading the marketplace')} rows={8} />
      ) : (
        <div aria-busy={isPlaceholderData}>
          <Typography variant="body2" color="textSecondary" role="status" sx={{ marginBlock: '24px 12px' }}>
            {data.is_capped ? t(MARKET_WORDS.courses_or_more, { n: formatNumber(data.total) }) : t(MARKET_WORDS.courses, { n: data.total })}
          </Typography>
          {data.courses.length === 0 ? (
            <NothingFound isNarrowed={isNarrowed || search.q !== undefined} onAll={() => onSearch(ALL)} />
          ) : (
            <ShelfGrid>
              {data.courses.map((course) => (
                <li key={course.id}>
                  <MarketCard course={course} isOfCreator={search.creator !== undefined} />
                </li>
              ))}
            </ShelfGrid>
          )}
          {pages > 1 && (
            <Stack component="nav" direction="row" aria-label={t(MARKET_WORDS.pages)} useFlexGap sx={PAGES}>
              <Button variant="outlined" color="inherit" disabled={page <= 1} onClick={() => onPage(page - 1)}>
                {t(MARKET_WORDS.previous_page)}
              </Button>
              <span>{t(MARKET_WORDS.page_of, { n: page, total: pages })}</span>
              <Button variant="outlined" color="inherit" disabled={page >= pages} onClick={() => onPage(page + 1)}>
                {t(MARKET_WORDS.next_page)}
              </Button>
            </Stack>
          )}
        </div>
      )}
    </>
  );
}

interface MarketFiltersProps extends Pick<MarketListProps, 'search' | 'onSearch'> {
  /** Number of courses for each value; undefined while loading. */
  readonly facets: Facets | undefined;
  /** Whether there are more courses than were counted. */
  readonly isCapped: boolean;
}

/** The categories as chips; further filters and the order are at the end of their line. */
function MarketFilters({ search, onSearch, facets, isCapped }: MarketFiltersProps) {
  const counted = <V extends string>(values: readonly V[], word: (value: V) => string, facet?: Readonly<Record<string, number>>) =>
    values.map((value) => ({
      value,
      label: word(value),
      ...(facet && { count: `${formatNumber(facet[value] ?? 0)}${isCapped ? '+' : ''}` }),
    }));
  const all = t(MARKET_WORDS.all);
  return (
    <FilterRows role="group" aria-label={t('Filter')}>
      <FilterChips
        label={t(MARKET_WORDS.category)}
        value={search.category ?? ''}
        options={[{ value: '', label: all }, ...CREATOR_CATEGORIES.map((value) => ({ value, label: categoryWord(value) }))]}
        onChange={(category) => onSearch({ category: category || undefined })}
      />
      <FilterRow>
        <FilterMenu
          label={t(MARKET_WORDS.level)}
          all={all}
          value={search.difficulty ?? ''}
          options={counted(CREATOR_DIFFICULTIES, difficultyWord, facets?.difficulty)}
          onChange={(difficulty) => onSearch({ difficulty: difficulty || undefined })}
        />
        <FilterMenu
          label={t(MARKET_WORDS.price)}
          all={all}
          value={search.price ?? ''}
          options={counted(['free', 'paid'] as const, (value) => t(PRICE_WORDS[value]), facets?.price)}
          onChange={(price) => onSearch({ price: price || undefined })}
        />
        <FilterMenu
          label={t(MARKET_WORDS.length)}
          all={all}
          value={search.length ?? ''}
          options={counted(Object.keys(MARKET_LENGTHS) as MarketLength[], lengthWord, facets?.length)}
          onChange={(length) => onSearch({ length: length || undefined })}
        />
        <FilterMenu
          label={t(MARKET_WORDS.language)}
          all={all}
          value={search.language ?? ''}
          options={counted(languagesOf(facets?.language, search.language), languageWord, facets?.language)}
          onChange={(language) => onSearch({ language: language || undefined })}
        />
        <FilterMenu
          label={t(MARKET_WORDS.rating)}
          all={all}
          value={search.rating === undefined ? '' : String(search.rating)}
          options={[4, 3].map((stars) => ({ value: String(stars), label: t(MARKET_WORDS.stars_or_more, { n: stars }) }))}
          onChange={(rating) => onSearch({ rating: rating ? Number(rating) : undefined })}
        />
        <FilterMenu
          label={t(MARKET_WORDS.order)}
          value={search.sort ?? 'popular'}
          options={MARKET_SORTS.map((sort) => ({ value: sort, label: sortWord(sort) }))}
          onChange={(sort) => onSearch({ sort: sort || undefined })}
        />
      </FilterRow>
    </FilterRows>
  );
}

const ALL: MarketSearch = {
  q: undefined,
  category: undefined,
  difficulty: undefined,
  language: undefined,
  length: undefined,
  price: undefined,
  rating: undefined,
  creator: undefined,
};

/** The available languages, and the chosen one. */
const languagesOf = (facet: Readonly<Record<string, number>> | undefined, chosen: string | undefined): string[] =>
  [...new Set([...Object.keys(facet ?? {}), ...(chosen === undefined ? [] : [chosen])])].toSorted();

function NothingFound({ isNarrowed, onAll }: { readonly isNarrowed: boolean; readonly onAll: () => void }) {
  if (!isNarrowed)
    return (
      <EmptyState subject="courses" title={t(MARKET_WORDS.none_published)}>
        {t(MARKET_WORDS.none_published_why)}
      </EmptyState>
    );
  return (
    <EmptyState
      subject="search"
      title={t(MARKET_WORDS.none_found)}
      actions={
        <Button variant="outlined" color="inherit" onClick={onAll}>
          {t('Show all courses')}
        </Button>
      }
    >
      {t(MARKET_WORDS.none_found_why)}
    </EmptyState>
  );
}
