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
import { DragHandle, RemovedPart, RowActions } from './row-actions.tsx';
import { TitleInput } from './title-input.tsx';

const CARD = { marginBlockStart: 3, padding: { xs: '8px 12px', md: '10px 20px 12px' } } as const;

/** One module in the outline editor, with its lessons. */
export function OutlineModule({ module, api }: { readonly module: DraftModule; readonly api: EditorApi }) {
  const { draft, change } = api;
  const { key } = module;
  const place = placeOf(draft, key) ?? '';
  const name = module.title.trim() || t('Module {n}', { n: place });
  if (module.isRemoved) {
    return (
      <Card component="section" data-part={key} sx={CARD}>
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
          <RemovedPart
            name={name}
            language={api.language}
            onRestore={() => change(removeModule(draft, key, false), { key, act: 'title' }, t('Put back: {name}', { name }))}
          />
        </Stack>
      </Card>
    );
  }
  const up = moveModule(draft, key, -1);
  const down = moveModule(draft, key, 1);
  function move(by: 1 | -1, act: 'up' | 'down' | 'title'): void {
    const next = by === -1 ? up : down;
    if (next) change(next, { key, act }, t('{name} is now module {place}', { name, place: placeOf(next, key) ?? '' }));
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
        <TitleInput
          id={`title-${key}`}
          label={t('Title of module {n}', { n: place })}
          value={module.title}
          language={api.language}
          problem={api.problems.get(key)}
          onChange={(title) => change(renameModule(draft, key, title))}
          onMove={(by) => move(by, 'title')}
        />
        <RowActions
          name={name}
          isFirst={up === null}
          isLast={down === null}
          onMove={(by) => move(by, by === -1 ? 'up' : 'down')}
          onRemove={() => change(removeModule(draft, key, true), { key, act: 'restore' }, t('Removed: {name}', { name }))}
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
