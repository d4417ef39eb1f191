import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { OUTLINE_LIMITS } from '#contract/generation/run-control.contract.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import { t } from '#frontend/lib/text.ts';
import { ArrowDownwardIcon, ArrowUpwardIcon, DeleteIcon, DragIndicatorIcon } from '#frontend/ui/icons.tsx';
import { Rows, MarginRow } from '#frontend/ui/margin-row.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import type { EditorApi, Act } from './editor-api.ts';
import {
  addLesson,
  countOf,
  isIncluded,
  LESSONS_PER_MODULE,
  moveModule,
  placeOf,
  removeModule,
  renameModule,
  type DraftModule,
  moveLesson,
  removeLesson,
  renameLesson,
  type DraftLesson,
  type OutlineDraft,
} from './outline-draft.ts';
import { TitleInput } from './title-input.tsx';
import type { Dragged, HandleOf } from './use-drag.ts';

const MODULE_ACTS = { rename: renameModule, move: moveModule, remove: removeModule };
const CARD = { marginBlockStart: 3, padding: { xs: '8px 12px', md: '10px 20px 12px' } } as const;

/** One module in the outline editor, with its lessons. */
export function OutlineModule({ module, api }: { readonly module: DraftModule; readonly api: EditorApi }) {
  const { draft, change } = api;
  const { key } = module;
  const place = placeOf(draft, key) ?? '';
  const name = module.title.trim() || t('Module {n}', { n: place });
  const part = { part: module, name, acts: MODULE_ACTS, api };
  if (module.isRemoved) {
    return (
      <Card component="section" data-part={key} sx={CARD}>
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
          <RemovedPart {...part} />
        </Stack>
      </Card>
    );
  }
  const isFull = module.lessons.filter(isIncluded).length >= LESSONS_PER_MODULE || countOf(draft).lessons >= OUTLINE_LIMITS.lessons_max;
  return (
    <Card
      component="section"
      data-part={key}
      data-module={key}
      aria-label={t('Module {n}', { n: place })}
      sx={{ ...CARD, opacity: api.draggedKey === key ? 0.45 : 1 }}
    >
      <Stack direction="row" useFlexGap data-head sx={{ flexWrap: 'wrap', alignItems: 'center', gap: '0 8px' }}>
        <DragHandle dragged={{ kind: 'module', key }} handleOf={api.handleOf} />
        <Typography variant="h3">{t('Module {n}', { n: place })}</Typography>
        <PartControls
          {...part}
          label={t('Title of module {n}', { n: place })}
          movedWords={(to) => t('{name} is now module {place}', { name, place: to })}
        />
      </Stack>
      <Rows as="ol">
        {module.lessons.map((lesson) => (
          <OutlineLesson key={lesson.key} lesson={lesson} api={api} />
        ))}
      </Rows>
      <Button
        disabled={isFull}
        onClick={() => {
          const lessonKey = randomId();
          change(addLesson(draft, key, lessonKey), { key: lessonKey, act: 'title' });
        }}
        sx={{ marginBlockStart: 0.5 }}
      >
        {t('Add lesson')}
        <VisuallyHidden> {t('to module {n}', { n: place })}</VisuallyHidden>
      </Button>
    </Card>
  );
}

const LESSON_ACTS = { rename: renameLesson, move: moveLesson, remove: removeLesson };

/** One lesson in the outline editor: its title, its position, and buttons to remove and restore it. */
function OutlineLesson({ lesson, api }: { readonly lesson: DraftLesson; readonly api: EditorApi }) {
  const { key } = lesson;
  const place = placeOf(api.draft, key) ?? '';
  const name = lesson.title.trim() || t('Lesson {n}', { n: place });
  const part = { part: lesson, name, acts: LESSON_ACTS, api };
  if (lesson.isRemoved) {
    return (
      <Box component="li" data-part={key}>
        <MarginRow state="waiting">
          <RemovedPart {...part} />
        </MarginRow>
      </Box>
    );
  }
  return (
    <Box component="li" data-part={key} data-lesson={key} sx={{ opacity: api.draggedKey === key ? 0.45 : 1 }}>
      <MarginRow state="waiting">
        <DragHandle dragged={{ kind: 'lesson', key }} handleOf={api.handleOf} />
        <Typography component="span" variant="body2" color="textSecondary" sx={{ flex: 'none', width: '2rem' }}>
          {place}
        </Typography>
        <PartControls
          {...part}
          label={t('Title of lesson {place}', { place })}
          movedWords={(to) => t('{name} is now {place}', { name, place: to })}
        />
      </MarginRow>
    </Box>
  );
}

// a touch drags the row instead of scrolling the page
const GRIP = { flex: 'none', alignSelf: 'center', marginInlineStart: -1, padding: 0.5, cursor: 'grab', touchAction: 'none' } as const;

/** The handle for dragging. Not focusable, because the buttons do the same by keyboard. */
function DragHandle({ dragged, handleOf }: { readonly dragged: Dragged; readonly handleOf: HandleOf }) {
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

/** The draft changes that lessons and modules have in common, each with its own implementation. */
interface PartActs {
  readonly rename: (draft: OutlineDraft, key: string, title: string) => OutlineDraft;
  /** Null at the end. */
  readonly move: (draft: OutlineDraft, key: string, by: 1 | -1) => OutlineDraft | null;
  readonly remove: (draft: OutlineDraft, key: string, isRemoved: boolean) => OutlineDraft;
}

interface PartProps {
  readonly part: DraftLesson | DraftModule;
  /** Its title, or a substitute for an empty one. */
  readonly name: string;
  readonly acts: PartActs;
  readonly api: EditorApi;
}

interface PartControlsProps extends PartProps {
  readonly label: string;
  /** The announcement of the new place after a move. */
  readonly movedWords: (place: string) => string;
}

/** The title of a lesson or a module, edited in place, and its buttons: up, down and remove. */
function PartControls({ part, name, acts, api, label, movedWords }: PartControlsProps) {
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
function RemovedPart({ part: { key }, name, acts, api: { draft, language, change } }: PartProps) {
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
