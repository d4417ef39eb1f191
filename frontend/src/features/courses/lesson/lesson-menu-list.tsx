import { useState } from 'react';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { lessonsCost } from '#contract/generation/lesson-cost.ts';
import { oneCourse } from '#frontend/features/courses/course-queries.ts';
import { lessonCountOf } from '#frontend/features/courses/course-words.ts';
import { errorText, shortfallFrom } from '#frontend/lib/api-error.ts';
import { useStoredText } from '#frontend/lib/drafts/persisted-text.ts';
import { formatTokens } from '#frontend/lib/format.ts';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { usePin, type CourseOf, courseProposals, useRegenerate, type RewriteTarget } from '#frontend/features/courses/version-queries.ts';
import { toast } from '#frontend/lib/toast.ts';
import { FormActions, FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { ShortfallNote } from '#frontend/ui/states/shortfall-note.tsx';

/** The lesson or module a menu belongs to. */
export type MenuSubject =
  | { readonly kind: 'lesson'; readonly lessonId: string; readonly title: string; readonly isPinned: boolean }
  | { readonly kind: 'module'; readonly module: number; readonly title: string; readonly lessons: number; readonly pinned: number };

interface LessonMenuListProps {
  readonly of: CourseOf;
  readonly subject: MenuSubject;
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
}

function rewriteOf(subject: MenuSubject): Rewrite {
  return subject.kind === 'lesson'
    ? { target: { lessonId: subject.lessonId }, title: subject.title }
    : { target: { module: subject.module }, title: subject.title, pinned: subject.pinned };
}

/** The actions on a lesson or a module. */
export default function LessonMenuList({ of, subject, anchor, onClose }: LessonMenuListProps) {
  const navigate = useNavigate();
  const { mutate: pin } = usePin(of);
  const [isRegenerating, setRegenerating] = useState(false);
  const { courseId } = of;
  if (isRegenerating) return <RegenerateDialog of={of} rewrite={rewriteOf(subject)} onClose={onClose} />;

  const isPinned = subject.kind === 'lesson' ? subject.isPinned : subject.pinned === subject.lessons;
  return (
    <Menu open anchorEl={anchor} onClose={onClose} slotProps={{ paper: { elevation: 0, variant: 'outlined' } }}>
      <MenuItem disabled={isPinned} onClick={() => setRegenerating(true)} sx={{ display: 'block' }}>
        {subject.kind === 'lesson' ? t('Regenerate…') : t('Regenerate module…')}
        {isPinned && (
          <Typography variant="caption" component="div">
            {subject.kind === 'lesson' ? t('Pinned: unpin it first') : t('All its lessons are pinned')}
          </Typography>
        )}
      </MenuItem>
      {subject.kind === 'lesson' && [
        <MenuItem
          key="edit"
          onClick={() => void navigate({ to: '/courses/$courseId/edit/$lessonId', params: { courseId, lessonId: subject.lessonId } })}
        >
          {t('Edit')}
        </MenuItem>,
        <MenuItem
          key="pin"
          onClick={() => {
            pin({ lessonId: subject.lessonId, pinned: !subject.isPinned });
            onClose();
          }}
        >
          {subject.isPinned ? t('Unpin') : t('Pin')}
        </MenuItem>,
      ]}
      <MenuItem onClick={() => void navigate({ to: '/courses/$courseId/history', params: { courseId } })}>{t('History')}</MenuItem>
    </Menu>
  );
}

const MOST_CHARACTERS = 1000;

interface Rewrite {
  readonly target: RewriteTarget;
  /** Title of the lesson or the module. */
  readonly title: string;
  /** Number of pinned lessons in the module; absent for one lesson. */
  readonly pinned?: number;
}

interface RegenerateDialogProps {
  readonly of: CourseOf;
  readonly rewrite: Rewrite;
  readonly onClose: () => void;
}

/** Asks for instructions and starts the rewrite. The live text stays until the new one is accepted. */
function RegenerateDialog({ of, rewrite, onClose }: RegenerateDialogProps) {
  const [instruction, setInstruction] = useStoredText(`rewrite:${of.courseId}:${JSON.stringify(rewrite.target)}`);
  const { data: proposals = [] } = useQuery(courseProposals(of));
  const { data: course } = useQuery(oneCourse(of.userId, of.courseId));
  const isModule = 'module' in rewrite.target;
  const lessons =
    'module' in rewrite.target ? (course?.modules[rewrite.target.module]?.lessons.filter(({ pinned }) => !pinned).length ?? 0) : 1;
  const cost = course ? lessonsCost(lessons, lessonCountOf(course)) : null;
  const lessonId = 'lessonId' in rewrite.target ? rewrite.target.lessonId : null;
  const isReady = proposals.some(({ status, lessons }) => status === 'ready' && lessons.some(({ lesson_id }) => lesson_id === lessonId));
  const { mutate, isPending, error } = useRegenerate(of, () => {
    toast(
      'info',
      isModule
        ? t('New texts are being written. Yours stay until you accept.')
        : t('Rewriting. Your current version stays until you accept.'),
    );
    setInstruction('');
    onClose();
  });
  const shortfall = shortfallFrom(error);
  const left = MOST_CHARACTERS - instruction.length;
  const start = () => {
    if (!isPending) mutate({ target: rewrite.target, instruction: instruction.trim(), acceptedPrice: cost ?? 0 });
  };
  return (
    <FormDialog
      title={isModule ? t('Regenerate module') : t('Regenerate lesson')}
      onClose={onClose}
      onSubmit={start}
      actions={<FormActions label={isModule ? t('Write new texts') : t('Write a new text')} isPending={isPending} onClose={onClose} />}
    >
      <Typography variant="subtitle1">
        <bdi>
          <FormulaText text={rewrite.title} dir="rtl" />
        </bdi>
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ marginBlock: 1 }}>
        {isModule
          ? t('A new text is written for each lesson of this module. The lessons stay as they are until you accept the new ones.')
          : t('A new text is written for this lesson only. The lesson stays as it is until you accept the new one.')}
        {(rewrite.pinned ?? 0) > 0 && (
          <> {t('{n, plural, one {# pinned lesson stays} other {# pinned lessons stay}} unchanged.', { n: rewrite.pinned! })}</>
        )}
        {cost !== null && <> {t('It costs up to {n} tokens, and is free if it fails.', { n: formatTokens(cost) })}</>}
        {isReady && <> {t('A rewrite of this lesson is already waiting for you. It stays available next to the new one.')}</>}
      </Typography>
      <TextField
        label={t('Changes you want (optional)')}
        multiline
        minRows={3}
        maxRows={10}
        ref={focusOnMount}
        maxLength={MOST_CHARACTERS}
        value={instruction}
        onChange={({ target }) => setInstruction(target.value)}
        helper={t('For example: shorter, with an example from nursing. {n, plural, one {# character left.} other {# characters left.}}', {
          n: left,
        })}
      />
      {shortfall && <ShortfallNote shortfall={shortfall} />}
      <div role="alert">
        {error && !shortfall && (
          <Typography color="error" sx={{ marginBlockStart: 1 }}>
            {errorText(error, t('The rewrite could not be started.'))}
          </Typography>
        )}
      </div>
    </FormDialog>
  );
}
