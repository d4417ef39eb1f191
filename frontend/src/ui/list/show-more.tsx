import { useEffect, useRef, type RefObject } from 'react';
import Button from '@mui/material/Button';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { focusRow } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { ErrorState } from '../states/error-state.tsx';

export type MorePages = Pick<
  UseInfiniteQueryResult,
  'error' | 'refetch' | 'isFetchNextPageError' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
>;

interface ShowMoreProps {
  readonly pages: MorePages;
  /** The element whose children are the rows. */
  readonly list: RefObject<HTMLElement | null>;
}

/** The button for the next page of rows. After loading, the focus moves to the first new row: to its link, else to the row itself. */
export function ShowMore({ pages, list }: ShowMoreProps) {
  const { error, isFetchNextPageError, hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  const firstNew = useRef<number | null>(null);
  useEffect(() => {
    if (firstNew.current !== null && focusFirstNewRow(list.current?.children[firstNew.current])) firstNew.current = null;
  });
  const fetchMore = () => {
    firstNew.current = list.current?.children.length ?? null;
    void fetchNextPage();
  };
  if (isFetchNextPageError) return <ErrorState title={t('More could not be loaded')} error={error} onRetry={fetchMore} />;
  if (!hasNextPage) return null;
  return (
    <Button
      variant="outlined"
      color="inherit"
      aria-busy={isFetchingNextPage}
      onClick={() => isFetchingNextPage || fetchMore()}
      sx={{ marginBlockStart: 2 }}
    >
      {t('Show more')}
    </Button>
  );
}

/** @returns whether such a row exists */
function focusFirstNewRow(row: Element | undefined): boolean {
  if (!row) return false;
  focusRow(row as HTMLElement);
  return true;
}
