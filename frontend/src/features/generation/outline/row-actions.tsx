import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import DownIcon from '@mui/icons-material/ArrowDownwardOutlined';
import UpIcon from '@mui/icons-material/ArrowUpwardOutlined';
import RemoveIcon from '@mui/icons-material/DeleteOutlined';
import DragIcon from '@mui/icons-material/DragIndicatorOutlined';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { t } from '#frontend/lib/text.ts';
import IconButton from '@mui/material/IconButton';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import type { Dragged, HandleOf } from './use-drag.ts';

export type Act = 'up' | 'down' | 'remove' | 'restore' | 'title';

// a touch drags the row instead of scrolling the page
const GRIP = { flex: 'none', alignSelf: 'center', marginInlineStart: -1, padding: 0.5, cursor: 'grab', touchAction: 'none' } as const;

/** The handle for dragging. Not focusable: the buttons do the same by keyboard. */
export function DragHandle({ dragged, handleOf }: { readonly dragged: Dragged; readonly handleOf: HandleOf }) {
  return (
    <Typography
      component="span"
      color="textSecondary"
      aria-hidden
      title={t('Drag')}
      data-handle={dragged.key}
      sx={GRIP}
      {...handleOf(dragged)}
    >
      <DragIcon />
    </Typography>
  );
}

interface RowActionsProps {
  /** Title of the moved part. */
  readonly name: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}

/** Up, down and remove buttons of a lesson or a module. */
export function RowActions({ name, isFirst, isLast, onMove, onRemove }: RowActionsProps) {
  return (
    <Stack component="span" direction="row" sx={{ flex: 'none', marginInlineStart: 'auto' }}>
      <IconButton data-act="up" aria-label={t('Move up: {name}', { name })} disabled={isFirst} onClick={() => onMove(-1)}>
        <UpIcon fontSize="small" />
      </IconButton>
      <IconButton data-act="down" aria-label={t('Move down: {name}', { name })} disabled={isLast} onClick={() => onMove(1)}>
        <DownIcon fontSize="small" />
      </IconButton>
      <IconButton data-act="remove" aria-label={t('Remove: {name}', { name })} onClick={onRemove}>
        <RemoveIcon fontSize="small" />
      </IconButton>
    </Stack>
  );
}

interface RemovedPartProps {
  readonly name: string;
  readonly language: TextLanguage;
  readonly onRestore: () => void;
}

/** The struck-through name of a removed lesson or module, and the button that restores it. */
export function RemovedPart({ name, language, onRestore }: RemovedPartProps) {
  return (
    <>
      <Typography component="s" color="textSecondary" sx={{ flex: '1 1 8rem', minWidth: 0 }} {...language}>
        {name}
      </Typography>
      <Button data-act="restore" onClick={onRestore}>
        {t('Put back')}
        <VisuallyHidden> {name}</VisuallyHidden>
      </Button>
    </>
  );
}
