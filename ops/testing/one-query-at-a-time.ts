import pg from 'pg';

interface Connection {
  /** A statement, or the connection's start-up message, which has no text. */
  _getActiveQuery(): { readonly text?: string } | null;
  readonly _queryQueue: readonly object[];
}

/**
 * Reports statements sent on a connection before the previous one was answered, which the next version of the driver refuses. In a
 * transaction statements run one after another; `Promise.all` is for a pool.
 * @param tell receives the statement's text
 */
export function watchQueries(tell: (text: string) => void): void {
  const { query } = pg.Client.prototype;
  if ('isWatched' in query) return;
  const watched = function (this: pg.Client & Connection, ...words: unknown[]): unknown {
    const [sent] = words as [string | { readonly text?: string }];
    if (this._getActiveQuery()?.text !== undefined || this._queryQueue.length > 0)
      tell(typeof sent === 'string' ? sent : String(sent.text));
    return (query as (...all: unknown[]) => unknown).apply(this, words);
  };
  pg.Client.prototype.query = Object.assign(watched, { isWatched: true }) as typeof query;
}
