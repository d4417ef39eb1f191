import { useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { t } from '#frontend/lib/text.ts';
import { MarginRow, Rows } from '#frontend/ui/margin-row.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { Note, Words } from './place-styles.ts';

const Name = styled('button')(({ theme }) => ({
  font: 'inherit',
  fontWeight: 650,
  textAlign: 'start',
  padding: 0,
  color: theme.vars.palette.primary.main,
  background: 'none',
  border: 0,
  cursor: 'pointer',
  textDecoration: 'underline',
  textUnderlineOffset: '0.2em',
  overflowWrap: 'anywhere',
}));

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
  const list = useRef<HTMLUListElement>(null);
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
        <Note sx={{ paddingBlock: '12px' }}>{empty}</Note>
      ) : (
        <Rows ref={list}>
          {shown.map(({ id, name, lines }) => (
            <MarginRow key={id} as="li" state={id === selected ? 'done' : 'waiting'}>
              <Words>
                <Name type="button" dir="auto" aria-pressed={id === selected} onClick={() => onSelect(id)}>
                  {name}
                </Name>
                {lines.map((line) => (
                  <small key={line} dir="auto">
                    {line}
                  </small>
                ))}
              </Words>
            </MarginRow>
          ))}
        </Rows>
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
