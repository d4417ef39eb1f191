import { useEffect, useRef } from 'react';
import Box from '@mui/material/Box';
import { t } from '#frontend/lib/text.ts';
import { ConflictPanel } from '#frontend/ui/dialogs/conflict-panel.tsx';
import type { OutlineState } from './outline-saver.ts';

/** The save state of the outline, in words; empty before the first change. */
export function savedWords({ kind, reason }: OutlineState): string {
  if (kind === 'untouched' || kind === 'over') return '';
  if (kind === 'saved') return t('Your changes are saved.');
  if (kind === 'typed' || kind === 'saving') return t('Saving…');
  if (kind === 'conflict') return t('Not saved: the outline was changed elsewhere');
  return kind === 'offline' || reason === undefined ? t('Not saved: no connection') : t('Not saved: {reason}', { reason });
}

interface OutlineConflictProps {
  /** Counts attempts to continue: each one moves the focus to this panel. */
  readonly demanded: number;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}

/** Shown when the same outline was changed elsewhere meanwhile. */
export function OutlineConflict({ demanded, onKeepMine, onTakeTheirs }: OutlineConflictProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (demanded > 0) heading.current?.focus();
  }, [demanded]);
  return (
    <Box sx={{ marginBlockStart: 3, '& > section > h2': { scrollMarginBlock: 96 } }}>
      <ConflictPanel
        headingRef={heading}
        role="alert"
        title={t('The outline was changed elsewhere')}
        text={t(
          'It was changed in another tab or on another device after you opened it. Keep the version shown here, or use the other one.',
        )}
        onKeepMine={onKeepMine}
        theirs={t('Take the other')}
        onTakeTheirs={onTakeTheirs}
      />
    </Box>
  );
}
