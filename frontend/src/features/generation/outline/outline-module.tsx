import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { OUTLINE_LIMITS } from '#contract/generation/run-control.contract.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import { t } from '#frontend/lib/text.ts';
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

const Section = styled('section')({ marginBlockStart: 28, '&[data-dragged]': { opacity: 0.45 } });
const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0 8px',
  paddingBlockEnd: 4,
  paddingInlineEnd: 4,
  borderBlockEnd: `2px solid ${theme.vars.palette.text.primary}`,
  '& h3': { ...theme.typography.h3, flex: 'none', margin: 0 },
  '& textarea': { fontWeight: 650 },
}));
const Lessons = styled('ol')({ listStyle: 'none', margin: 0, padding: 0, minHeight: 8 });

/** One module in the outline editor, with its lessons. */
export function OutlineModule({ module, api }: { readonly module: DraftModule; readonly api: EditorApi }) {
  const { draft, change } = api;
  const { key } = module;
  const place = placeOf(draft, key) ?? '';
  const name = module.title.trim() || t('Module {n}', { n: place });
  if (module.isRemoved) {
    return (
      <Section data-part={key}>
        <Head>
          <RemovedPart
            name={name}
            language={api.language}
            onRestore={() => change(removeModule(draft, key, false), { key, act: 'title' }, t('Put back: {name}', { name }))}
          />
        </Head>
      </Section>
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
    <Section
      data-part={key}
      data-module={key}
      data-dragged={api.draggedKey === key ? '' : undefined}
      aria-label={t('Module {n}', { n: place })}
    >
      <Head data-head>
        <DragHandle dragged={{ kind: 'module', key }} handleOf={api.handleOf} />
        <h3>{t('Module {n}', { n: place })}</h3>
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
      </Head>
      <Lessons>
        {module.lessons.map((lesson) => (
          <OutlineLesson key={lesson.key} lesson={lesson} api={api} />
        ))}
      </Lessons>
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
    </Section>
  );
}
