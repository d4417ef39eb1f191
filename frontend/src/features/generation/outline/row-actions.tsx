import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
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

const Actions = styled('span')({ flex: 'none', display: 'flex', marginInlineStart: 'auto' });
const Removed = styled('s')(({ theme }) => ({ flex: '1 1 8rem', minWidth: 0, color: theme.vars.palette.text.secondary }));
const Grip = styled('span')(({ theme }) => ({
  flex: 'none',
  display: 'grid',
  placeContent: 'center',
  width: 28,
  height: 40,
  marginInlineStart: -8,
  color: theme.vars.palette.text.secondary,
  cursor: 'grab',
  // A touch drags the row instead of scrolling the page.
  touchAction: 'none',
  '&:active': { cursor: 'grabbing' },
  '@media (pointer: coarse)': { width: 36, height: 44 },
}));

/** The handle for dragging. Not focusable: the buttons do the same by keyboard. */
export function DragHandle({ dragged, handleOf }: { readonly dragged: Dragged; readonly handleOf: HandleOf }) {
  return (
    <Grip aria-hidden title={t('Drag')} data-handle={dragged.key} {...handleOf(dragged)}>
      <DragIcon fontSize="small" />
    </Grip>
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
    <Actions>
      <IconButton data-act="up" aria-label={t('Move up: {name}', { name })} disabled={isFirst} onClick={() => onMove(-1)}>
        <UpIcon fontSize="small" />
      </IconButton>
      <IconButton data-act="down" aria-label={t('Move down: {name}', { name })} disabled={isLast} onClick={() => onMove(1)}>
        <DownIcon fontSize="small" />
      </IconButton>
      <IconButton data-act="remove" aria-label={t('Remove: {name}', { name })} onClick={onRemove}>
        <RemoveIcon fontSize="small" />
      </IconButton>
    </Actions>
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
      <Removed {...language}>{name}</Removed>
      <Button data-act="restore" onClick={onRestore}>
        {t('Put back')}
        <VisuallyHidden> {name}</VisuallyHidden>
      </Button>
    </>
  );
}
