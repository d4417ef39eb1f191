import { useQuery } from '@tanstack/react-query';
import Typography from '@mui/material/Typography';
import { lessonsCost } from '#contract/generation/lesson-cost.ts';
import { errorText, shortfallFrom } from '#frontend/lib/api-error.ts';
import { formatTokens } from '#frontend/lib/format.ts';
import { useStoredText } from '#frontend/lib/drafts/persisted-text.ts';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormActions, FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { ShortfallNote } from '#frontend/ui/states/shortfall-note.tsx';
import { oneCourse } from '#frontend/features/courses/course-queries.ts';
import { lessonCountOf } from '#frontend/features/courses/course-words.ts';
import { courseProposals, useRegenerate, type CourseOf, type RewriteTarget } from '#frontend/features/courses/version-queries.ts';
import { FormulaText } from '#frontend/ui/formula-text.tsx';

const MOST_CHARACTERS = 1000;

export interface Rewrite {
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
export default function RegenerateDialog({ of, rewrite, onClose }: RegenerateDialogProps) {
  const [instruction, setInstruction] = useStoredText(`rewrite:${of.courseId}:${JSON.stringify(rewrite.target)}`);
  const { data: proposals = [] } = useQuery(courseProposals(of));
  const { data: course } = useQuery(oneCourse(of.userId, of.courseId));
  const isModule = 'module' in rewrite.target;
  const lessons =
    'module' in rewrite.target ? (course?.modules[rewrite.target.module]?.lessons.filter(({ pinned }) => !pinned).length ?? 0) : 1;
  const cost = course ? formatTokens(lessonsCost(lessons, lessonCountOf(course))) : null;
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
    if (!isPending) mutate({ target: rewrite.target, instruction: instruction.trim() });
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
          <> {t('{n, plural, one {# pinned lesson is} other {# pinned lessons are}} left alone.', { n: rewrite.pinned! })}</>
        )}
        {cost !== null && <> {t('It costs up to {n} tokens, and is free if it fails.', { n: cost })}</>}
        {isReady && <> {t('A rewrite of this lesson is already waiting for you; it is kept beside the new one.')}</>}
      </Typography>
      <TextField
        label={t('What should be different (optional)')}
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
