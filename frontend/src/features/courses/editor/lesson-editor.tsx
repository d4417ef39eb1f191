import { lazy, Suspense, useDeferredValue, useEffect, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import FormLabel from '@mui/material/FormLabel';
import Stack from '@mui/material/Stack';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type Theme, styled } from '@mui/material/styles';
import { useBlocker } from '@tanstack/react-router';
import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import type { Course, Lesson } from '#contract/courses/courses.contract.ts';
import { languageAttributes, type TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { isProblem } from '#frontend/lib/drafts/saver-state.ts';
import { formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ConflictPanel } from '#frontend/ui/dialogs/conflict-panel.tsx';
import { CloudDoneIcon, CloudOffIcon, CloudSyncIcon } from '#frontend/ui/feature-icons.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
// Imported statically: when it is needed, there may be no connection.
import { LeaveDialog } from '#frontend/ui/dialogs/leave-dialog.tsx';
import { StickyBar } from '#frontend/ui/sticky-bar.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import type { SaveState } from './autosave.ts';
import { MOST_TITLE, problemsOf, type DraftField, textOfDraft, type LessonDraft } from './lesson-draft.ts';
import { useLessonEditor } from './use-lesson-editor.ts';

const LessonMarkdown = lazy(() =>
  import('#frontend/ui/markdown/lesson-markdown.tsx').then((module) => ({ default: module.LessonMarkdown })),
);

const TWO = {
  display: 'grid',
  gap: 2.5,
  alignItems: 'start',
  columnGap: 4,
  gridTemplateColumns: { md: 'minmax(0, 1fr) minmax(0, 1fr)' },
} as const;

/** Side by side, text and preview are equally high and scroll separately; otherwise the text field grows with its lines. */
const PANES = {
  ...TWO,
  '& .MuiInputBase-multiline, & .MuiCard-root': { blockSize: 'min(70dvh, 48rem)', overflowY: 'auto' },
  '& .MuiInputBase-multiline': { alignItems: 'stretch' },
  '& .MuiInputBase-multiline textarea': { blockSize: '100%' },
} as const;

interface LessonEditorProps {
  readonly userId: string;
  readonly course: Course;
  readonly lesson: Lesson;
  readonly onSaved: (lesson: Lesson, version: number) => void;
}

/** The editor of a lesson: saves automatically, undoes with Ctrl+Z, stores text in the tab while offline. */
export function LessonEditor({ userId, course, lesson, onSaved }: LessonEditorProps) {
  const editor = useLessonEditor({ userId, course, lesson, onSaved });
  const { draft, state, refs } = editor;
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up('md'), { noSsr: true });
  // each width has its own choice; a narrow one starts with the text
  const [previews, setPreviews] = useState({ wide: true, narrow: false });
  const width = isWide ? 'wide' : 'narrow';
  const isPreviewShown = previews[width];
  const language = languageAttributes(course.language);
  const preview = useDeferredValue(draft.content);
  const problems = problemsOf(draft);
  const form = useRef<HTMLFormElement>(null);
  const choice = useRef<HTMLHeadingElement>(null);

  // saves on leaving; asks only about text that cannot be saved
  const blocker = useBlocker({
    shouldBlockFn: async () => editor.isDirty() && !(await editor.flush()),
    enableBeforeUnload: () => editor.isDirty(),
    withResolver: true,
  });

  // The browser's undo menu fires `beforeinput`, and would bypass our own history.
  const steps = useRef({ undo: editor.undo, redo: editor.redo });
  useEffect(() => {
    steps.current = { undo: editor.undo, redo: editor.redo };
  });
  useEffect(() => {
    const element = form.current;
    const onBeforeInput = (event: InputEvent) => {
      if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') return;
      event.preventDefault();
      steps.current[event.inputType === 'historyUndo' ? 'undo' : 'redo']();
    };
    element?.addEventListener('beforeinput', onBeforeInput);
    return () => element?.removeEventListener('beforeinput', onBeforeInput);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === 's') void editor.flush();
    else if (key === 'y' || (key === 'z' && event.shiftKey)) editor.redo();
    else if (key === 'z') editor.undo();
    else return;
    event.preventDefault();
  };

  const field = (name: DraftField) => ({
    name,
    value: draft[name],
    ref: refs[name],
    error: problems[name],
    onChange: ({ target }: { target: { value: string } }) => editor.edit(name, target.value),
    ...language,
  });

  return (
    <>
      {editor.restoredAt !== null && (
        <Alert role="status" severity="info" sx={{ marginBlockEnd: 2 }}>
          {t('Your unsaved text from {when} is back.', { when: formatWhen(editor.restoredAt) })}
        </Alert>
      )}
      <EditorBar
        state={state}
        canUndo={editor.canUndo}
        canRedo={editor.canRedo}
        isWide={isWide}
        isPreviewShown={isPreviewShown}
        onUndo={editor.undo}
        onRedo={editor.redo}
        onPreview={(isShown) => setPreviews({ ...previews, [width]: isShown })}
        onDecide={state.conflict ? () => choice.current?.focus() : null}
      />
      {state.conflict && (
        <LessonConflict
          theirs={state.conflict.draft}
          mine={draft}
          language={language}
          headingRef={choice}
          onKeepMine={editor.keepMine}
          onTakeTheirs={editor.takeTheirs}
        />
      )}
      <Stack component="form" ref={form} onKeyDown={onKeyDown} onSubmit={(event) => event.preventDefault()} noValidate sx={{ gap: 2.5 }}>
        <TextField label={t('Title')} maxLength={MOST_TITLE} {...field('title')} />
        <Box sx={isWide && isPreviewShown ? PANES : null}>
          {/* only hidden, because undo and conflicts still change the field */}
          <Box sx={{ display: isPreviewShown && !isWide ? 'none' : 'block' }}>
            <TextField
              label={t('Text (Markdown)')}
              multiline
              isSource
              minRows={18}
              helper={t('## heading, **bold**, *italic*, - list, | table |')}
              {...field('content')}
            />
          </Box>
          {isPreviewShown && (
            <Box component="section" aria-label={t('Preview')} sx={{ minWidth: 0 }}>
              {isWide && (
                <FormLabel component="h2" sx={{ display: 'block', marginBlock: '0 4px' }}>
                  {t('Preview')}
                </FormLabel>
              )}
              <Card sx={{ padding: { xs: 2, md: 3 } }}>
                <Suspense fallback={t('Loading')}>
                  <LessonMarkdown {...language}>{preview}</LessonMarkdown>
                </Suspense>
              </Card>
            </Box>
          )}
        </Box>
        <Box sx={TWO}>
          <TextField label={t('Objectives')} multiline minRows={4} helper={t('One per line')} {...field('objectives')} />
          <TextField label={t('Key takeaways')} multiline minRows={4} helper={t('One per line')} {...field('key_takeaways')} />
        </Box>
      </Stack>
      {blocker.status === 'blocked' && (
        <LeaveDialog title={t('Your last changes are not saved')} leave={t('Leave')} onStay={blocker.reset} onLeave={blocker.proceed}>
          {saveText(state)}. {t('Your changes stay in this tab until you close it.')}
        </LeaveDialog>
      )}
    </>
  );
}

// Keeps it clear of the sticky bar, which is taller on phones.
const Panel = styled(ConflictPanel)({ '& > h2': { scrollMarginBlock: '200px' } });
const LessonDiff = lazy(() => import('../diff/lesson-diff.tsx'));

interface LessonConflictProps {
  readonly theirs: LessonDraft;
  readonly mine: LessonDraft;
  readonly language: TextLanguage;
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}

/** Shown when the lesson was saved elsewhere in the meantime: the user compares and chooses a version. Both stay in the history. */
function LessonConflict({ theirs, mine, language, headingRef, onKeepMine, onTakeTheirs }: LessonConflictProps) {
  const [isComparing, setComparing] = useState(false);
  return (
    <Panel
      headingRef={headingRef}
      title={t('This lesson was changed elsewhere')}
      text={t(
        'Another window, or a new text you accepted, has changed this lesson since you opened it. Keep your text or use the other text. Your choice becomes the newest version, and saved versions of the other text stay in the history.',
      )}
      onKeepMine={onKeepMine}
      theirs={t('Use the other version')}
      onTakeTheirs={onTakeTheirs}
      acts={
        <Button color="inherit" aria-expanded={isComparing} onClick={() => setComparing(!isComparing)}>
          {isComparing ? t('Close comparison') : t('Compare')}
        </Button>
      }
    >
      {isComparing && (
        <Suspense fallback={<p>{t('Loading')}</p>}>
          <LessonDiff
            before={textOfDraft(theirs)}
            after={textOfDraft(mine)}
            labels={[t('The other text'), t('Your text')]}
            language={language}
          />
        </Suspense>
      )}
    </Panel>
  );
}

interface EditorBarProps {
  readonly state: SaveState;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Whether there is room for text and preview side by side; otherwise only one is shown. */
  readonly isWide: boolean;
  readonly isPreviewShown: boolean;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onPreview: (isShown: boolean) => void;
  /** In a conflict: scrolls to the choice, which may be far above the caret. */
  readonly onDecide: (() => void) | null;
}

/** The save state with undo and redo, and the switch between text and preview. */
function EditorBar(props: EditorBarProps) {
  const { state, canUndo, canRedo, isWide, isPreviewShown, onUndo, onRedo, onPreview, onDecide } = props;
  const hasProblem = isProblem(state);
  const Icon = hasProblem ? CloudOffIcon : state.kind === 'saved' ? CloudDoneIcon : CloudSyncIcon;
  return (
    <StickyBar>
      <Stack direction="row" sx={{ flex: `1 1 ${hasProblem ? 12 : 6}rem`, alignItems: 'center', gap: 1 }}>
        <Icon fontSize="small" color={hasProblem ? 'error' : 'primary'} aria-hidden />
        <Typography component="span" variant={hasProblem ? 'subtitle2' : 'body2'}>
          {saveText(state)}
        </Typography>
      </Stack>
      {/* Announcing 'Saving' and 'Saved' at every pause would be noise. */}
      <VisuallyHidden role="status">{hasProblem && saveText(state)}</VisuallyHidden>
      {onDecide && (
        <Button variant="outlined" color="inherit" onClick={onDecide}>
          {t('Decide')}
        </Button>
      )}
      <Button color="inherit" disabled={!canUndo} onClick={onUndo} aria-keyshortcuts="Control+Z">
        {t('Undo')}
      </Button>
      <Button color="inherit" disabled={!canRedo} onClick={onRedo} aria-keyshortcuts="Control+Shift+Z">
        {t('Redo')}
      </Button>
      {isWide ? (
        <Button color="inherit" aria-pressed={isPreviewShown} onClick={() => onPreview(!isPreviewShown)}>
          {isPreviewShown ? t('Hide preview') : t('Show preview')}
        </Button>
      ) : (
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={t('Shown')}
          value={isPreviewShown}
          onChange={(_, isShown: boolean | null) => isShown !== null && onPreview(isShown)}
        >
          <ToggleButton value={false}>{t('Write')}</ToggleButton>
          <ToggleButton value>{t('Preview')}</ToggleButton>
        </ToggleButtonGroup>
      )}
    </StickyBar>
  );
}

/** The save state as text. */
function saveText({ kind, reason }: SaveState): string {
  if (kind === 'saved') return t('Saved');
  if (kind === 'typed' || kind === 'saving') return t('Saving…');
  if (kind === 'conflict') return t('Not saved: this lesson was changed elsewhere');
  return reason === undefined ? t('Not saved: no connection') : t('Not saved: {reason}', { reason });
}
