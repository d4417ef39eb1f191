import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { t } from '#frontend/lib/text.ts';
import { MarginRow } from '#frontend/ui/margin-row.tsx';
import type { EditorApi } from './editor-api.ts';
import { moveLesson, placeOf, removeLesson, renameLesson, type DraftLesson } from './outline-draft.ts';
import { DragHandle, RemovedPart, RowActions } from './row-actions.tsx';
import { TitleInput } from './title-input.tsx';

/** One lesson in the outline editor: its title, its position, and buttons to remove and restore it. */
export function OutlineLesson({ lesson, api }: { readonly lesson: DraftLesson; readonly api: EditorApi }) {
  const { draft, change } = api;
  const { key } = lesson;
  const place = placeOf(draft, key) ?? '';
  const name = lesson.title.trim() || t('Lesson {n}', { n: place });
  if (lesson.isRemoved) {
    return (
      <Box component="li" data-part={key}>
        <MarginRow state="waiting">
          <RemovedPart
            name={name}
            language={api.language}
            onRestore={() => change(removeLesson(draft, key, false), { key, act: 'title' }, t('Put back: {name}', { name }))}
          />
        </MarginRow>
      </Box>
    );
  }
  const up = moveLesson(draft, key, -1);
  const down = moveLesson(draft, key, 1);
  function move(by: 1 | -1, act: 'up' | 'down' | 'title'): void {
    const next = by === -1 ? up : down;
    if (next) change(next, { key, act }, t('{name} is now {place}', { name, place: placeOf(next, key) ?? '' }));
  }
  return (
    <Box component="li" data-part={key} data-lesson={key} sx={{ opacity: api.draggedKey === key ? 0.45 : 1 }}>
      <MarginRow state="waiting">
        <DragHandle dragged={{ kind: 'lesson', key }} handleOf={api.handleOf} />
        <Typography component="span" variant="body2" color="textSecondary" sx={{ flex: 'none', width: '2rem' }}>
          {place}
        </Typography>
        <TitleInput
          id={`title-${key}`}
          label={t('Title of lesson {place}', { place })}
          value={lesson.title}
          language={api.language}
          problem={api.problems.get(key)}
          onChange={(title) => change(renameLesson(draft, key, title))}
          onMove={(by) => move(by, 'title')}
        />
        <RowActions
          name={name}
          isFirst={up === null}
          isLast={down === null}
          onMove={(by) => move(by, by === -1 ? 'up' : 'down')}
          onRemove={() => change(removeLesson(draft, key, true), { key, act: 'restore' }, t('Removed: {name}', { name }))}
        />
      </MarginRow>
    </Box>
  );
}
