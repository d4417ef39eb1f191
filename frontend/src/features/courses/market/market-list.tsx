import { categoryWord, difficultyWord } from '#frontend/lib/courses/course-words.ts';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { MARKET_LENGTHS, MARKET_SORTS, type MarketLength } from '#contract/market/market.contract.ts';
import { CREATOR_CATEGORIES, CREATOR_DIFFICULTIES } from '#contract/studio/creator-courses.contract.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { ShelfGrid } from '#frontend/ui/frames/shelf-frame.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { COURSES_PER_PAGE, marketPage, type MarketSearch } from './market-queries.ts';
import { languageWord } from '#frontend/lib/courses/course-words.ts';
import { MarketCard } from './market-course-parts.tsx';
import { lengthWord, sortWord } from './market-words.ts';
import { MARKET_WORDS, PRICE_WORDS } from '#contract/market/market-words.ts';

/** On a phone a row to swipe: the courses begin in the first window. */
const Filters = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 16,
  alignItems: 'end',
  '& > *': { flex: '1 1 8rem' },
  // the order has the longest words
  '& > :last-child': { flexBasis: '12rem' },
  [theme.breakpoints.down('sm')]: {
    flexWrap: 'nowrap',
    gap: 8,
    // room for the focus ring inside the row
    margin: '-4px -16px',
    padding: '4px 16px',
    overflowX: 'auto',
    '& > *, & > :last-child': { flex: 'none', width: '9rem' },
  },
}));
const PAGES = { flexWrap: 'wrap', alignItems: 'center', gap: 2, marginBlockStart: 3 } as const;
interface MarketListProps {
  readonly search: MarketSearch;
  /** Changes parameters of the URL and returns to the first page. */
  readonly onSearch: (change: MarketSearch) => void;
  readonly onPage: (page: number) => void;
}

/** The courses of the market, with search, filters and sorting. */
export function MarketList({ search, onSearch, onPage }: MarketListProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const { data, error, refetch, isPlaceholderData } = useQuery(marketPage(search));
  const option = (value: string, label: string, count?: number) => ({
    value,
    label: count === undefined ? label : t(MARKET_WORDS.option_count, { label, n: `${formatNumber(count)}${data?.is_capped ? '+' : ''}` }),
  });
  const facets = data?.facets;
  const choices = <V extends string>(
    values: readonly V[],
    word: (value: V) => string,
    facet: Readonly<Record<string, number>> | undefined,
  ) => [option('', t(MARKET_WORDS.all)), ...values.map((value) => option(value, word(value), facet?.[value] ?? 0))];
  const isNarrowed = Object.entries(search).some(([key, value]) => !['page', 'sort', 'q'].includes(key) && value !== undefined);
  const page = search.page ?? 1;
  const pages = data ? Math.max(1, Math.ceil(data.total / COURSES_PER_PAGE)) : 1;
  return (
    <>
      <Stack role="search" sx={{ gap: 2 }}>
        <TextField
          type="search"
          label={t(MARKET_WORDS.search)}
          maxLength={100}
          value={typed ?? search.q ?? ''}
          onChange={({ target }) => {
            setTyped(target.value);
            onSearch({ q: target.value.trim() || undefined });
          }}
          onBlur={() => setTyped(null)}
        />
        <Filters>
          <SelectField
            label={t(MARKET_WORDS.category)}
            value={search.category ?? ''}
            options={choices(CREATOR_CATEGORIES, categoryWord, facets?.category)}
            onChange={({ target }) => onSearch({ category: (target.value || undefined) as MarketSearch['category'] })}
          />
          <SelectField
            label={t(MARKET_WORDS.level)}
            value={search.difficulty ?? ''}
            options={choices(CREATOR_DIFFICULTIES, difficultyWord, facets?.difficulty)}
            onChange={({ target }) => onSearch({ difficulty: (target.value || undefined) as MarketSearch['difficulty'] })}
          />
          <SelectField
            label={t(MARKET_WORDS.language)}
            value={search.language ?? ''}
            options={choices(languagesOf(facets?.language, search.language), languageWord, facets?.language)}
            onChange={({ target }) => onSearch({ language: target.value || undefined })}
          />
          <SelectField
            label={t(MARKET_WORDS.length)}
            value={search.length ?? ''}
            options={choices(Object.keys(MARKET_LENGTHS) as MarketLength[], lengthWord, facets?.length)}
            onChange={({ target }) => onSearch({ length: (target.value || undefined) as MarketLength | undefined })}
          />
          <SelectField
            label={t(MARKET_WORDS.price)}
            value={search.price ?? ''}
            options={choices(['free', 'paid'] as const, (value) => t(PRICE_WORDS[value]), facets?.price)}
            onChange={({ target }) => onSearch({ price: (target.value || undefined) as MarketSearch['price'] })}
          />
          <SelectField
            label={t(MARKET_WORDS.rating)}
            value={search.rating === undefined ? '' : String(search.rating)}
            options={[
              option('', t(MARKET_WORDS.all)),
              ...[4, 3].map((stars) => option(String(stars), t(MARKET_WORDS.stars_or_more, { n: stars }))),
            ]}
            onChange={({ target }) => onSearch({ rating: target.value ? Number(target.value) : undefined })}
          />
          <SelectField
            label={t(MARKET_WORDS.order)}
            value={search.sort ?? 'popular'}
            options={MARKET_SORTS.map((sort) => ({ value: sort, label: sortWord(sort) }))}
            onChange={({ target }) => onSearch({ sort: target.value as MarketSearch['sort'] })}
          />
        </Filters>
      </Stack>
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
                  <MarketCard course={course} />
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
  if (!isNarrowed) return <EmptyState title={t(MARKET_WORDS.none_published)}>{t(MARKET_WORDS.none_published_why)}</EmptyState>;
  return (
    <EmptyState
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
