import { useEffect, useRef, useState, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import useMediaQuery from '@mui/material/useMediaQuery';
import { t } from '#frontend/lib/text.ts';
import { COLUMNS_FROM_PX } from '#frontend/theme/tokens.ts';
import { FrameColumns, SideColumn } from './frame-box.tsx';

const HIDDEN = { display: 'none' } as const;
const SWITCH = { display: 'flex', flexWrap: 'nowrap', marginBlockEnd: 2.5, '& > button': { flex: 1 } } as const;

interface PreviewColumnsProps {
  /** The result as others will see it, rendered by the same components. */
  readonly preview: ReactNode;
  /** Id of the part of the preview that was requested from the work; where there is only one column, the preview comes to the front. */
  readonly asked?: string | undefined;
  /** Called when the work comes to the front again, so that the same part can be requested anew. */
  readonly onEdit?: () => void;
  /** The work: a form, an editor, the published content. */
  readonly children: ReactNode;
}

/** Two columns for work and preview: side by side from 1,200 px on, one at a time on narrower screens. */
export function PreviewColumns({ preview, asked, onEdit, children }: PreviewColumnsProps) {
  const isWide = useMediaQuery(`(min-width: ${COLUMNS_FROM_PX}px)`, { noSsr: true });
  const [shown, setShown] = useState<'edit' | 'preview'>(asked === undefined ? 'edit' : 'preview');
  const [answered, setAnswered] = useState(asked);
  if (answered !== asked) {
    setAnswered(asked);
    if (asked !== undefined) setShown('preview');
  }
  const column = useRef<HTMLDivElement>(null);
  const seen = useRef(asked);
  useEffect(() => {
    // the pressed control is hidden now, and side by side the part may be far below
    if (seen.current !== asked && asked !== undefined) column.current?.focus();
    seen.current = asked;
  }, [asked]);
  const isHidden = (one: typeof shown) => !isWide && shown !== one;
  return (
    <>
      {!isWide && (
        <ToggleButtonGroup
          exclusive
          aria-label={t('Shown')}
          value={shown}
          onChange={(_, next: typeof shown | null) => {
            if (next === null) return;
            setShown(next);
            if (next === 'edit') onEdit?.();
          }}
          sx={SWITCH}
        >
          <ToggleButton value="edit">{t('Edit')}</ToggleButton>
          <ToggleButton value="preview">{t('Preview')}</ToggleButton>
        </ToggleButtonGroup>
      )}
      <FrameColumns data-columns="main preview">
        {/* both stay mounted, so that typed text is not lost */}
        <Box sx={isHidden('edit') ? HIDDEN : undefined}>{children}</Box>
        <SideColumn as="section" aria-label={t('Preview')} sx={isHidden('preview') ? HIDDEN : undefined}>
          <Box ref={column} tabIndex={-1} sx={{ outline: 'none', scrollMarginBlockStart: 16 }}>
            {preview}
          </Box>
        </SideColumn>
      </FrameColumns>
    </>
  );
}
