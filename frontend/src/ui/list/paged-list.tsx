import { useState, type ReactNode } from 'react';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { ErrorState } from '../states/error-state.tsx';
import { LoadingState } from '../states/loading-state.tsx';
import { ShowMore } from './show-more.tsx';

interface PagedListProps<Page, Row> {
  readonly pages: UseInfiniteQueryResult<InfiniteData<Page, unknown>>;
  readonly rowsOf: (page: Page) => readonly Row[];
  /** Title of the error shown when the first page fails to load. */
  readonly failed: string;
  /** What is loading, for screen readers. */
  readonly loading: string;
  /** Number of placeholder rows while loading. */
  readonly placeholders?: number;
  /** Shown instead of an empty list. */
  readonly empty: ReactNode;
  /** Renders the loaded rows. `list` is the ref of the element whose children are the rows; the focus moves there after 'Show more'. */
  readonly children: (rows: readonly Row[], list: (element: HTMLElement | null) => void) => ReactNode;
}

/** A list loaded page by page in one of its states: failed, loading, empty, or its rows with a button for more. */
export function PagedList<Page, Row>({ pages, rowsOf, failed, loading, placeholders, empty, children }: PagedListProps<Page, Row>) {
  const [list, setList] = useState<HTMLElement | null>(null);
  const { data, error, refetch } = pages;
  if (!data) {
    if (error) return <ErrorState title={failed} error={error} onRetry={() => void refetch()} />;
    return <LoadingState label={loading} {...(placeholders !== undefined && { rows: placeholders })} />;
  }
  const rows = data.pages.flatMap((page) => rowsOf(page));
  // a page can be empty although there are more: a filter in the browser can remove all its rows
  return (
    <>
      {rows.length === 0 && !pages.hasNextPage ? empty : children(rows, setList)}
      <ShowMore pages={pages} list={{ current: list }} />
    </>
  );
}
