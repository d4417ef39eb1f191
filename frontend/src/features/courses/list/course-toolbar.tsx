import { useState } from 'react';
import Box from '@mui/material/Box';
import { COURSE_SEARCH_LENGTH } from '#contract/courses/courses.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { SearchField } from '#frontend/ui/fields/search-field.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { COURSE_SORTS, type CourseSort } from '#contract/courses/course-sorts.ts';
import { COURSE_FILTERS, type CourseFilter } from './course-filter.ts';

const filterCaption = (filter: CourseFilter): string =>
  ({
    all: t('All courses'),
    generated: t('Generated'),
    saved: t('Saved'),
    'in-progress': t('In progress'),
    completed: t('Completed'),
  })[filter];

const sortCaption = (sort: CourseSort): string =>
  ({ newest: t('Newest first'), oldest: t('Oldest first'), read: t('Recently read first'), title: t('By title') })[sort];

interface CourseToolbarProps {
  readonly query: string;
  readonly filter: CourseFilter;
  readonly sort: CourseSort;
  readonly onQuery: (query: string) => void;
  readonly onFilter: (filter: CourseFilter) => void;
  readonly onSort: (sort: CourseSort) => void;
}

/** Search, filter and order (CRS-01). */
export function CourseToolbar({ query, filter, sort, onQuery, onFilter, onSort }: CourseToolbarProps) {
  // While the user types, the text is ahead of the URL, which follows in a transition; otherwise the URL's text is shown.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Box
      role="search"
      sx={{
        display: 'grid',
        gap: { xs: 1.5, md: 2 },
        alignItems: 'end',
        gridTemplateColumns: { xs: 'minmax(0, 1fr) minmax(0, 1fr)', sm: 'minmax(0, 1fr) 11rem 11rem' },
      }}
    >
      <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}>
        <SearchField
          label={t('Search your courses')}
          maxLength={COURSE_SEARCH_LENGTH}
          value={typed ?? query}
          onChange={({ target }) => {
            setTyped(target.value);
            onQuery(target.value);
          }}
          onBlur={() => setTyped(null)}
        />
      </Box>
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
    </Box>
  );
}
