import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { OUTLINE_LIMITS } from '#contract/generation/run-control.contract.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import { t } from '#frontend/lib/text.ts';
import { Rows } from '#frontend/ui/margin-row.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import type { EditorApi } from './editor-api.ts';
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
} from './outline-draft.ts';
import { OutlineLesson } from './outline-lesson.tsx';
import { DragHandle, PartControls, RemovedPart } from './part-controls.tsx';

const ACTS = { rename: renameModule, move: moveModule, remove: removeModule };
const CARD = { marginBlockStart: 3, padding: { xs: '8px 12px', md: '10px 20px 12px' } } as const;

/** One module in the outline editor, with its lessons. */
export function OutlineModule({ module, api }: { readonly module: DraftModule; readonly api: EditorApi }) {
  const { draft, change } = api;
  const { key } = module;
  const place = placeOf(draft, key) ?? '';
  const name = module.title.trim() || t('Module {n}', { n: place });
  const part = { part: module, name, acts: ACTS, api };
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
