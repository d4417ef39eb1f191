import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { t } from '#frontend/lib/text.ts';
import IconButton from '@mui/material/IconButton';
import { ArrowDownwardIcon, ArrowUpwardIcon, DeleteIcon, DragIndicatorIcon } from '#frontend/ui/icons.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import type { Act, EditorApi } from './editor-api.ts';
import { placeOf, type DraftLesson, type DraftModule, type OutlineDraft } from './outline-draft.ts';
import { TitleInput } from './title-input.tsx';
import type { Dragged, HandleOf } from './use-drag.ts';

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
      <DragIndicatorIcon />
    </Typography>
  );
}

/** The changes of a draft that a lesson and a module have, each in its own way. */
interface PartActs {
  readonly rename: (draft: OutlineDraft, key: string, title: string) => OutlineDraft;
  /** Null at the end. */
  readonly move: (draft: OutlineDraft, key: string, by: 1 | -1) => OutlineDraft | null;
  readonly remove: (draft: OutlineDraft, key: string, isRemoved: boolean) => OutlineDraft;
}

interface PartProps {
  readonly part: DraftLesson | DraftModule;
  /** Its title, or what stands for it. */
  readonly name: string;
  readonly acts: PartActs;
  readonly api: EditorApi;
}

interface PartControlsProps extends PartProps {
  readonly label: string;
  /** Says where it is after a move. */
  readonly movedWords: (place: string) => string;
}

/** The title of a lesson or a module, edited in place, and its buttons: up, down and remove. */
export function PartControls({ part, name, acts, api, label, movedWords }: PartControlsProps) {
  const { draft, change } = api;
  const { key, title } = part;
  const up = acts.move(draft, key, -1);
  const down = acts.move(draft, key, 1);
  function move(by: 1 | -1, act: Act): void {
    const next = by === -1 ? up : down;
    if (next) change(next, { key, act }, movedWords(placeOf(next, key) ?? ''));
  }
  return (
    <>
      <TitleInput
        id={`title-${key}`}
        label={label}
        value={title}
        language={api.language}
        problem={api.problems.get(key)}
        onChange={(typed) => change(acts.rename(draft, key, typed))}
        onMove={(by) => move(by, 'title')}
      />
      <Stack component="span" direction="row" sx={{ flex: 'none', marginInlineStart: 'auto' }}>
        <IconButton data-act="up" aria-label={t('Move up: {name}', { name })} disabled={up === null} onClick={() => move(-1, 'up')}>
          <ArrowUpwardIcon fontSize="small" />
        </IconButton>
        <IconButton data-act="down" aria-label={t('Move down: {name}', { name })} disabled={down === null} onClick={() => move(1, 'down')}>
          <ArrowDownwardIcon fontSize="small" />
        </IconButton>
        <IconButton
          data-act="remove"
          aria-label={t('Remove: {name}', { name })}
          onClick={() => change(acts.remove(draft, key, true), { key, act: 'restore' }, t('Removed: {name}', { name }))}
        >
          <DeleteIcon fontSize="small" />
        </IconButton>
      </Stack>
    </>
  );
}

/** The struck-through name of a removed lesson or module, and the button that restores it. */
export function RemovedPart({ part: { key }, name, acts, api: { draft, language, change } }: PartProps) {
  return (
    <>
      <Typography component="s" color="textSecondary" sx={{ flex: '1 1 8rem', minWidth: 0 }} {...language}>
        {name}
      </Typography>
      <Button
        data-act="restore"
        onClick={() => change(acts.remove(draft, key, false), { key, act: 'title' }, t('Put back: {name}', { name }))}
      >
        {t('Put back')}
        <VisuallyHidden> {name}</VisuallyHidden>
      </Button>
    </>
  );
}
