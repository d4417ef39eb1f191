import { useState } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { COURSE_SEARCH_LENGTH } from '#contract/courses/courses.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { COURSE_SORTS, type CourseSort } from '#contract/courses/course-sorts.ts';
import { COURSE_FILTERS, type CourseFilter } from './course-filter.ts';

const Bar = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 16,
  alignItems: 'end',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(9rem, 100%), 1fr))',
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'minmax(0, 1fr) 11rem 11rem auto' },
}));
const Wide = styled('div')(({ theme }) => ({ gridColumn: '1 / -1', [theme.breakpoints.up('sm')]: { gridColumn: 'auto' } }));

const AS_TALL_AS_FIELDS = {
  minWidth: '7rem',
  minHeight: '2.625rem',
  '@media (pointer: coarse)': { minHeight: '2.875rem' },
};

const filterCaption = (filter: CourseFilter): string =>
  ({
    all: t('All courses'),
    generated: t('Generated'),
    saved: t('Saved'),
    'in-progress': t('In progress'),
    completed: t('Completed'),
  })[filter];

const sortCaption = (sort: CourseSort): string =>
  ({ newest: t('Newest first'), oldest: t('Oldest first'), read: t('Last read first'), title: t('By title') })[sort];

interface CourseToolbarProps {
  readonly query: string;
  readonly filter: CourseFilter;
  readonly sort: CourseSort;
  readonly isRefreshing: boolean;
  readonly onQuery: (query: string) => void;
  readonly onFilter: (filter: CourseFilter) => void;
  readonly onSort: (sort: CourseSort) => void;
  readonly onRefresh: () => void;
}

/** Search, filter and refresh (CRS-01). */
export function CourseToolbar({ query, filter, sort, isRefreshing, onQuery, onFilter, onSort, onRefresh }: CourseToolbarProps) {
  // During typing the text is ahead of the URL, which follows in a transition; otherwise the URL's text is shown.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Bar role="search">
      <Wide>
        <TextField
          type="search"
          label={t('Search')}
          maxLength={COURSE_SEARCH_LENGTH}
          value={typed ?? query}
          onChange={({ target }) => {
            setTyped(target.value);
            onQuery(target.value);
          }}
          onBlur={() => setTyped(null)}
        />
      </Wide>
      <SelectField
        label={t('Show')}
        value={filter}
        onChange={({ target }) => onFilter(target.value as CourseFilter)}
        options={COURSE_FILTERS.map((value) => ({ value, label: filterCaption(value) }))}
      />
      <SelectField
        label={t('Order')}
        value={sort}
        onChange={({ target }) => onSort(target.value as CourseSort)}
        options={COURSE_SORTS.map((value) => ({ value, label: sortCaption(value) }))}
      />
      <Button variant="outlined" color="inherit" onClick={onRefresh} disabled={isRefreshing} sx={AS_TALL_AS_FIELDS}>
        {isRefreshing ? t('Refreshing') : t('Refresh')}
      </Button>
    </Bar>
  );
}
