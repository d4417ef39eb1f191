import { useLayoutEffect, useRef, useState, useEffect } from 'react';
import { flushSync } from 'react-dom';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { useQueryClient } from '@tanstack/react-query';
import { approveOutline, OUTLINE_LIMITS } from '#contract/generation/run-control.contract.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { isProblem } from '#frontend/lib/drafts/saver-state.ts';
import { runKey } from '#frontend/lib/polling/poll-run.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import { lessonsText, modulesText } from '#frontend/lib/courses/course-words.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { stickyFoot } from '#frontend/theme/sticky-foot.ts';
import { ConflictPanel } from '#frontend/ui/dialogs/conflict-panel.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { OUTLINE_FORM } from './accept-outline.tsx';
import type { Act, EditorApi } from './editor-api.ts';
import type { OutlineState } from './outline-saver.ts';
import type { ServerDraft } from './server-draft.ts';
import { addModule, countOf, placeLesson, placeModule, placeOf, problemsOf, renameCourse, toApproved } from './outline-draft.ts';
import { OutlineModule } from './outline-module.tsx';
import { OutlinePlan } from './outline-plan.tsx';
import { recordLocalApproval } from './local-approval.ts';
import { TitleInput } from './title-input.tsx';
import { useDrag } from './use-drag.ts';
import { useOutlineDraft } from './use-outline-draft.ts';

const Foot = styled(Card)(({ theme }) => ({
  ...stickyFoot(theme),
  display: 'flex',
  flexFlow: 'row wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 16px',
  padding: '12px 16px',
  backgroundColor: theme.vars.palette.background.paper,
}));

interface OutlineEditorProps {
  readonly run: StatusEnvelope;
  readonly language: TextLanguage;
  /** The draft stored on the server. */
  readonly kept: ServerDraft;
}

/** Focuses one control of one part, or its neighbour when the part has just reached an end and the control is disabled. */
function focusOn(editor: HTMLElement | null, { key, act }: { readonly key: string; readonly act: Act }): void {
  const parts = [...(editor?.querySelectorAll<HTMLElement>('[data-part]') ?? [])];
  const whole = parts.find(({ dataset }) => dataset['part'] === key);
  // For a module, its heading, not its lessons.
  const part = whole?.querySelector('[data-head]') ?? whole;
  const find = (name: Act) => part?.querySelector<HTMLElement>(`[data-act="${name}"]:not(:disabled)`);
  (find(act) ?? find(act === 'up' ? 'down' : 'up') ?? find('title') ?? part?.querySelector<HTMLElement>('[aria-invalid="true"]'))?.focus();
}

/** The editor of the outline before any lesson is charged: the learner renames, reorders, removes or adds lessons, and accepts exactly that. */
export function OutlineEditor({ run, language, kept }: OutlineEditorProps) {
  const cache = useQueryClient();
  const editor = useRef<HTMLDivElement>(null);
  const { draft, setDraft, state, keepMine, takeTheirs, accept: acceptUpon, finish } = useOutlineDraft(run, kept);
  const [said, setSaid] = useState('');
  const [hasTried, setTried] = useState(false);
  /** Number of attempts to continue despite a conflict. */
  const [demanded, setDemanded] = useState(0);
  const owed = useRef<Parameters<typeof focusOn>[1] | null>(null);

  // A moved row is a new element to the browser: restores the focus.
  useLayoutEffect(() => {
    if (owed.current) focusOn(editor.current, owed.current);
    owed.current = null;
  }, [draft]);

  const change: EditorApi['change'] = (next, focus, words) => {
    owed.current = focus ?? null;
    setDraft(next);
    if (words !== undefined) setSaid(words);
  };
  const { draggedKey, lineAt, handleOf } = useDrag(editor, ({ kind, key }, { parent, index }) => {
    const next = kind === 'lesson' ? placeLesson(draft, key, parent, index) : placeModule(draft, key, index);
    change(next, undefined, t('Now {place}', { place: placeOf(next, key) ?? '' }));
  });

  const approve = useAction({
    mutationFn: () =>
      acceptUpon((version) =>
        call(approveOutline, { params: { task_id: run.task_id }, body: { ...toApproved(draft), base_version: version } }),
      ),
    onSuccess: (answer) => {
      recordLocalApproval(run.task_id);
      finish();
      cache.setQueryData(runKey(run.task_id), answer);
      void cache.invalidateQueries({ queryKey: ['runs'] });
    },
    onError: (error) => {
      setDemanded((times) => times + 1);
      if (error instanceof ApiError && error.status === 409) void cache.invalidateQueries({ queryKey: runKey(run.task_id) });
    },
  });

  const found = problemsOf(draft);
  const problems = hasTried ? found : new Map<string, string>();
  function accept(): void {
    // the field to be focused is marked as invalid only then
    flushSync(() => setTried(true));
    const [first] = found.keys();
    if (state.kind === 'conflict') setDemanded((times) => times + 1);
    else if (first !== undefined) focusOn(editor.current, { key: first, act: 'title' });
    else if (!approve.isPending) approve.mutate();
  }

  function decide(act: () => void): void {
    setDemanded(0);
    approve.reset();
    act();
    // The panel disappears with the focus on it. Does not focus a title, because that would open the keyboard on a phone.
    editor.current?.focus({ preventScroll: true });
  }

  const api: EditorApi = { draft, language, problems, draggedKey, handleOf, change };
  const count = countOf(draft);
  return (
    <Box ref={editor} tabIndex={-1} role="group" aria-label={t('Outline')} sx={{ position: 'relative', '&:focus': { outline: 'none' } }}>
      {/* the hero's button also submits this form */}
      <form
        id={OUTLINE_FORM}
        hidden
        onSubmit={(event) => {
          event.preventDefault();
          accept();
        }}
      />
      {state.kind === 'conflict' && (
        <OutlineConflict demanded={demanded} onKeepMine={() => decide(keepMine)} onTakeTheirs={() => decide(takeTheirs)} />
      )}
      <Card data-part="course" sx={{ display: 'grid', marginBlockStart: 3, padding: { xs: '12px 16px 16px', md: '14px 20px 20px' } }}>
        <Typography variant="h3" component="h2">
          {t('Course title')}
        </Typography>
        <TitleInput
          id="title-course"
          label={t('Course title')}
          value={draft.title}
          language={language}
          problem={problems.get('course')}
          onChange={(title) => change(renameCourse(draft, title))}
        />
      </Card>
      {run.plan && <OutlinePlan plan={run.plan} api={api} />}
      {draft.modules.map((module) => (
        <OutlineModule key={module.key} module={module} api={api} />
      ))}
      <Button
        variant="outlined"
        color="inherit"
        disabled={count.modules >= OUTLINE_LIMITS.modules_max || count.lessons >= OUTLINE_LIMITS.lessons_max}
        onClick={() => {
          const key = randomId();
          change(addModule(draft, key, randomId()), { key, act: 'title' });
        }}
        // the form's own margin would push it below the window on a phone until the user scrolls
        sx={{ marginBlock: 3 }}
      >
        {t('Add module')}
      </Button>
      {/* the drop position of the dragged part */}
      {lineAt !== null && (
        <LinearProgress
          aria-hidden
          variant="determinate"
          value={100}
          sx={{ position: 'absolute', insetInline: 0, height: 3, marginBlockStart: '-2px', pointerEvents: 'none' }}
          style={{ insetBlockStart: lineAt }}
        />
      )}
      <Foot>
        {hasTried && found.size > 0 && <Refusal>{t('The outline cannot be written yet. Check the marked fields.')}</Refusal>}
        {approve.error && state.kind !== 'conflict' && <Refusal>{refusalWords(approve.error)}</Refusal>}
        <div>
          <MetaLine facts={[modulesText(count.modules), lessonsText(count.lessons)]} />
        </div>
        <Typography component="span" variant="body2" color="textSecondary" aria-live={isProblem(state) ? 'polite' : 'off'}>
          {savedWords(state)}
        </Typography>
        <Button variant="contained" aria-busy={approve.isPending} onClick={accept}>
          {approve.isPending ? t('Starting') : t('Write this course')}
        </Button>
      </Foot>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </Box>
  );
}

const Refusal = ({ children }: { readonly children: string }) => (
  <Alert severity="error" sx={{ flex: '1 1 100%' }}>
    {children}
  </Alert>
);

function refusalWords(error: Error): string {
  if (error instanceof ApiError && error.code === 'run.not_waiting') {
    return t('The outline was accepted in another tab or on another device, or the course was stopped. Your changes were not used.');
  }
  if (error instanceof ApiError && error.code === 'course.version_conflict') {
    return t('The outline was changed in another tab or on another device. This is how it is now: look at it before it is written.');
  }
  const fields = error instanceof ApiError ? error.errors.map(({ path, message }) => `${path}: ${message}`).join('; ') : '';
  return [errorText(error, t('The outline could not be sent.')), fields].filter(Boolean).join(' ');
}

/** The save state of the outline, in words; empty before the first change. */
function savedWords({ kind, reason }: OutlineState): string {
  if (kind === 'untouched' || kind === 'over') return '';
  if (kind === 'saved') return t('Your changes are saved.');
  if (kind === 'typed' || kind === 'saving') return t('Saving…');
  if (kind === 'conflict') return t('Not saved: the outline was changed elsewhere');
  return kind === 'offline' || reason === undefined ? t('Not saved: no connection') : t('Not saved: {reason}', { reason });
}

interface OutlineConflictProps {
  /** Counts attempts to continue: each one moves the focus to this panel. */
  readonly demanded: number;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}

/** Shown when the same outline was changed elsewhere in the meantime. */
function OutlineConflict({ demanded, onKeepMine, onTakeTheirs }: OutlineConflictProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (demanded > 0) heading.current?.focus();
  }, [demanded]);
  return (
    <Box sx={{ marginBlockStart: 3, '& > section > h2': { scrollMarginBlock: 96 } }}>
      <ConflictPanel
        headingRef={heading}
        role="alert"
        title={t('The outline was changed elsewhere')}
        text={t(
          'The outline was changed in another tab or on another device after you opened it. Keep the version shown here, or use the other version.',
        )}
        onKeepMine={onKeepMine}
        theirs={t('Use the other version')}
        onTakeTheirs={onTakeTheirs}
      />
    </Box>
  );
}
