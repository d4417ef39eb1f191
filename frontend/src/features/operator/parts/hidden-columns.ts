import { useState } from 'react';
import { readStoredChoice, writeStoredChoice } from '#frontend/lib/drafts/persisted-choice.ts';
import { useSession } from '#frontend/lib/session/session.ts';

/**
 * The columns that this person has hidden in a table, kept in this browser for them alone.
 * @param table the table's name; undefined: no choice
 * @param usual hidden until the person has chosen
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
