import { useState } from 'react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { editLesson } from '#contract/courses/course-versions.contract.ts';
import type { Course, Lesson } from '#contract/courses/courses.contract.ts';
import { isSoundWorkshop } from '#contract/courses/edited-workshop.ts';
import { WORKSHOP_BOUNDS } from '#contract/courses/workshop.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { draftOfWorkshop, isWholeStep, newStep, newWorkshop, workshopOfDraft, type WorkshopDraft } from './workshop-draft.ts';
import { WorkshopStepFields } from './workshop-step-fields.tsx';

interface WorkshopEditorProps {
  readonly course: Course;
  readonly lesson: Lesson;
  readonly onSaved: (lesson: Lesson, version: number) => void;
}

/** The editor of a lesson's workshop; saved by a button, because an unfinished step is invalid. */
export function WorkshopEditor({ course, lesson, onSaved }: WorkshopEditorProps) {
  const [draft, setDraft] = useState<WorkshopDraft | null>(() => (lesson.workshop ? draftOfWorkshop(lesson.workshop) : null));
  const [isSaid, setSaid] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const [session] = useState(randomId);
  const language = languageAttributes(course.language);
  const failed = t('The workshop could not be saved.');
  const save = useAction({
    mutationFn: () =>
      call(editLesson, {
        params: { course_id: course.course_id, lesson_id: lesson.lesson_id },
        body: { base_version: course.version, edit_session: session, workshop: draft && workshopOfDraft(draft) },
        fallback: failed,
      }),
    onSuccess: (saved) => {
      setChanged(false);
      onSaved(saved.lesson, saved.version);
      toast('success', t('The workshop is saved.'));
    },
    onError: (error: Error) => toast('error', errorText(error, failed)),
  });
  const change = (next: WorkshopDraft | null) => {
    setSaid(false);
    setChanged(true);
    setDraft(next);
  };
  const isWhole = draft === null || isSoundWorkshop(workshopOfDraft(draft));
  const move = (steps: WorkshopDraft['steps'], at: number, to: number) => {
    const others = steps.toSpliced(at, 1);
    return others.toSpliced(to, 0, steps[at]!);
  };
  return (
    <RuledSection
      title={t('Workshop')}
      {...(draft && { aside: t('{n} of up to {total}', { n: draft.steps.length, total: WORKSHOP_BOUNDS.steps }) })}
    >
      {draft === null ? (
        <Typography variant="body2" color="textSecondary">
          {t('A case that learners work through step by step. They enter what is missing, and the page checks it.')}
        </Typography>
      ) : (
        <Stack sx={{ gap: 1.5 }}>
          <TextField
            label={t('Title')}
            maxLength={WORKSHOP_BOUNDS.title}
            value={draft.title}
            onChange={({ target }) => change({ ...draft, title: target.value })}
            {...language}
          />
          <TextField
            label={t('Introduction')}
            multiline
            minRows={3}
            helper={t('What is on the table, and what learners will have at the end.')}
            maxLength={WORKSHOP_BOUNDS.intro}
            value={draft.intro}
            onChange={({ target }) => change({ ...draft, intro: target.value })}
            {...language}
          />
          {draft.steps.map((step, at) => (
            <WorkshopStepFields
              key={step.id}
              n={at + 1}
              total={draft.steps.length}
              draft={step}
              language={language}
              problem={isSaid && !isWholeStep(step) ? t('A step needs a text, and an answer to what it asks.') : null}
              onChange={(next) => change({ ...draft, steps: draft.steps.with(at, next) })}
              onMove={(by) => change({ ...draft, steps: move(draft.steps, at, at + by) })}
              onRemove={() => change({ ...draft, steps: draft.steps.toSpliced(at, 1) })}
            />
          ))}
          {isSaid && !isWhole && draft.steps.every(isWholeStep) && (
            <Alert severity="error">{t('A workshop needs a title and at least one step.')}</Alert>
          )}
        </Stack>
      )}
      <ActionRow>
        {draft === null ? (
          <Button variant="outlined" color="inherit" onClick={() => change(newWorkshop())}>
            {t('Add workshop')}
          </Button>
        ) : (
          <>
            <Button
              variant="outlined"
              color="inherit"
              disabled={draft.steps.length >= WORKSHOP_BOUNDS.steps}
              onClick={() => change({ ...draft, steps: [...draft.steps, newStep()] })}
            >
              {t('Add step')}
            </Button>
            <Button color="error" onClick={() => change(null)}>
              {t('Remove workshop')}
            </Button>
          </>
        )}
        {(draft !== null || isChanged) && (
          <Button
            {...(isChanged ? { variant: 'contained' } : { variant: 'outlined', color: 'inherit' })}
            aria-busy={save.isPending}
            onClick={() => (isWhole ? save.mutate() : setSaid(true))}
          >
            {t('Save workshop')}
          </Button>
        )}
      </ActionRow>
    </RuledSection>
  );
}
