import { useState } from 'react';
import { readStoredChoice, writeStoredChoice } from '#frontend/lib/drafts/persisted-choice.ts';
import { useSession } from '#frontend/lib/session/session.ts';

/**
 * The columns that the user has hidden in a table, stored in this browser for this user only.
 * @param table the table's name; undefined for no choice
 * @param usual hidden until the user has chosen
 */
export function useHiddenColumns(
  table: string | undefined,
  usual: readonly string[] = [],
): readonly [hidden: readonly string[], hide: (hidden: readonly string[]) => void] {
  const userId = useSession().user?.user_id ?? '';
  const name = `console-columns:${userId}:${table}`;
  const [hidden, setHidden] = useState<readonly string[]>(() =>
    table === undefined ? usual : (readStoredChoice(name)?.split(',').filter(Boolean) ?? usual),
  );
  return [
    hidden,
    (next) => {
      setHidden(next);
      writeStoredChoice(name, next.join(','));
    },
  ];
}
