import { useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { t } from '#frontend/lib/text.ts';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { Note } from './note.tsx';

export interface PanelRow {
  readonly id: string;
  readonly name: string;
  readonly lines: readonly string[];
}

interface PlacePanelProps {
  readonly title: string;
  readonly rows: readonly PanelRow[] | undefined;
  readonly total: number;
  readonly error: Error | null;
  readonly onRetry: () => void;
  /** Number of rows shown at first (LOC-03). */
  readonly most: number;
  readonly empty: ReactNode;
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
}

/** A list beside the map: keyboard access to every marker. */
export function PlacePanel({ title, rows, total, error, onRetry, most, empty, selected, onSelect }: PlacePanelProps) {
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLUListElement & HTMLOListElement>(null);
  const shown = isWhole ? rows : rows?.slice(0, most);
  const showAll = () => {
    flushSync(() => setWhole(true));
    const first = list.current?.children[most]?.querySelector('button');
    first?.focus();
  };
  return (
    <RuledSection title={title} isInner>
      {error ? (
        <ErrorState title={t('This could not be loaded')} error={error} onRetry={onRetry} />
      ) : !shown ? (
        <LoadingState label={t('Looking around')} rows={3} />
      ) : shown.length === 0 ? (
        <Note sx={{ paddingBlock: 1.5 }}>{empty}</Note>
      ) : (
        <EntryList ref={list}>
          {shown.map(({ id, name, lines }) => (
            <Entry
              key={id}
              mark={id === selected ? 'new' : undefined}
              title={
                <Link component="button" dir="auto" aria-pressed={id === selected} onClick={() => onSelect(id)} sx={{ textAlign: 'start' }}>
                  {name}
                </Link>
              }
              lines={lines}
            />
          ))}
        </EntryList>
      )}
      {rows && rows.length > most && !isWhole && (
        <Button color="inherit" size="small" onClick={showAll}>
          {t('Show all {n}', { n: rows.length })}
        </Button>
      )}
      {rows && isWhole && total > rows.length && <Note>{t('The nearest {n} of {total} are listed.', { n: rows.length, total })}</Note>}
    </RuledSection>
  );
}
