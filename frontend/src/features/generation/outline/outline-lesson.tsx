import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { t } from '#frontend/lib/text.ts';
import { MarginRow } from '#frontend/ui/margin-row.tsx';
import type { EditorApi } from './editor-api.ts';
import { moveLesson, placeOf, removeLesson, renameLesson, type DraftLesson } from './outline-draft.ts';
import { DragHandle, PartControls, RemovedPart } from './part-controls.tsx';

const ACTS = { rename: renameLesson, move: moveLesson, remove: removeLesson };

/** One lesson in the outline editor: its title, its position, and buttons to remove and restore it. */
export function OutlineLesson({ lesson, api }: { readonly lesson: DraftLesson; readonly api: EditorApi }) {
  const { key } = lesson;
  const place = placeOf(api.draft, key) ?? '';
  const name = lesson.title.trim() || t('Lesson {n}', { n: place });
  const part = { part: lesson, name, acts: ACTS, api };
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
