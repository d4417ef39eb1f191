import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import { t } from '#frontend/lib/text.ts';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { PagedList } from '#frontend/ui/list/paged-list.tsx';
import { CourseCost } from './course-cost.tsx';
import { movementPages } from './movement-queries.ts';
import { MovementTable } from './movement-table.tsx';
import { UsageFilter } from './usage-filter.tsx';
import type { UsageSearch } from './usage-search.ts';

interface UsageViewProps {
  readonly userId: string;
  readonly filter: UsageSearch;
  readonly onFilter: (filter: UsageSearch) => void;
}

/** All movements of a user's tokens, page by page. */
export function UsageView({ userId, filter, onFilter }: UsageViewProps) {
  return (
    <>
      <UsageFilter filter={filter} onFilter={onFilter} />
      <Movements userId={userId} filter={filter} onFilter={onFilter} />
      <CourseCost />
    </>
  );
}

function Movements({ userId, filter, onFilter }: UsageViewProps) {
  const pages = useInfiniteQuery(movementPages(userId, filter));
  return (
    <div style={{ marginBlockEnd: 36 }}>
      <PagedList
        pages={pages}
        rowsOf={(page) => page.movements}
        failed={t('Your tokens could not be loaded')}
        loading={t('Loading your token activity')}
        placeholders={8}
        empty={<Nothing filter={filter} onFilter={onFilter} />}
      >
        {(movements, list) => (
          <>
            <MovementTable movements={movements} rows={list} />
            <Typography role="status" variant="body2" color="textSecondary" sx={{ marginBlock: 1.5 }}>
              {pages.hasNextPage
                ? t('The latest {n} entries are shown; there are more.', { n: movements.length })
                : t('{n, plural, one {# entry} other {# entries}}. Days begin at midnight UTC.', { n: movements.length })}
            </Typography>
          </>
        )}
      </PagedList>
    </div>
  );
}

function Nothing({ filter, onFilter }: Pick<UsageViewProps, 'filter' | 'onFilter'>) {
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <EmptyState
      title={isFiltered ? t('No activity matches') : t('No activity yet')}
      actions={
        isFiltered ? (
          <Button variant="outlined" color="inherit" onClick={() => onFilter({})}>
            {t('Show all')}
          </Button>
        ) : (
          <LinkButton to="/create" variant="outlined" color="inherit">
            {t('Open AI Builder')}
          </LinkButton>
        )
      }
    >
      {isFiltered
        ? t('Choose another kind or other dates.')
        : t('Tokens you receive, reserve and spend are listed here, with what they were for.')}
    </EmptyState>
  );
}
