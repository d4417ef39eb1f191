import { useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { t } from '#frontend/lib/text.ts';
import { FONTS } from '#frontend/theme/tokens.ts';
import { ArrowUpwardIcon } from '#frontend/ui/icons.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { Note } from './note.tsx';
import { directionWord, distanceWord } from './place-words.ts';

export interface PanelRow {
  readonly id: string;
  readonly name: string;
  readonly lines: readonly string[];
  /** A person's face. */
  readonly picture?: ReactNode;
  /** The distance; null if unknown. */
  readonly km?: number | null;
  /** The direction, in degrees clockwise from north; null in the same square. */
  readonly bearing?: number | null;
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

/**
 * The results nearby, nearest first, with distance and direction: they make every marker accessible by keyboard, and are the only view
 * without a map.
 */
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
        <ErrorState title={t('The list could not be loaded')} error={error} onRetry={onRetry} />
      ) : !shown ? (
        <LoadingState label={t('Looking nearby')} rows={3} />
      ) : shown.length === 0 ? (
        <Note sx={{ paddingBlock: 1.5 }}>{empty}</Note>
      ) : (
        <EntryList ref={list}>
          {shown.map(({ id, name, lines, picture, km = null, bearing = null }) => (
            <Entry
              key={id}
              mark={id === selected ? 'new' : undefined}
              picture={picture}
              title={
                <Link component="button" dir="auto" aria-pressed={id === selected} onClick={() => onSelect(id)} sx={{ textAlign: 'start' }}>
                  {name}
                </Link>
              }
              lines={lines}
              actions={km !== null && <Away km={km} bearing={bearing} />}
            />
          ))}
        </EntryList>
      )}
      {rows && rows.length > most && !isWhole && (
        <Button color="inherit" size="small" onClick={showAll}>
          {t('Show all {n}', { n: rows.length })}
        </Button>
      )}
      {rows && isWhole && total > rows.length && <Note>{t('Showing the nearest {n} of {total}.', { n: rows.length, total })}</Note>}
    </RuledSection>
  );
}

/** The distance, and the direction as an arrow and in words. */
function Away({ km, bearing }: { readonly km: number; readonly bearing: number | null }) {
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 1.25, textAlign: { xs: 'start', sm: 'end' } }}>
      <div>
        <Typography component="div" sx={{ fontFamily: FONTS.reading, fontWeight: 600, lineHeight: 1.3 }}>
          {distanceWord(km)}
        </Typography>
        {bearing !== null && <Note>{directionWord(bearing)}</Note>}
      </div>
      {/* east is to the right in every language */}
      <ArrowUpwardIcon
        aria-hidden
        color="primary"
        style={bearing === null ? { visibility: 'hidden' } : { transform: `rotate(${Math.round(bearing)}deg)` }}
      />
    </Stack>
  );
}
