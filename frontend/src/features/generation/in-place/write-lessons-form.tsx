import { Suspense, useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { FORM_LIMITS } from '#contract/generation/course-form.contract.ts';
import { CostSummary } from '#frontend/features/generation/builder/cost-summary.tsx';
import { GenerateButton, type SourcePicker } from '#frontend/features/generation/builder/course-form.tsx';
import { filledWith, type BuilderValues } from '#frontend/features/generation/builder/fill-builder.tsx';
import { SECTIONS } from '#frontend/features/generation/builder/form-fields.ts';
import { CourseFormSection } from '#frontend/features/generation/builder/form-section.tsx';
import { createFormState, useValue } from '#frontend/features/generation/builder/form-state.ts';
import { formDefaults } from '#frontend/features/generation/builder/form-values.ts';
import { MainFields } from '#frontend/features/generation/builder/main-fields.tsx';
import { startGeneration } from '#frontend/features/generation/builder/start-generation.ts';
import { StartProblems, useStart } from '#frontend/features/generation/builder/use-start.tsx';
import { createStoredForm } from '#frontend/lib/drafts/persisted-form.ts';
import { t } from '#frontend/lib/text.ts';
import { tokenBalance } from '#frontend/lib/token-balance.ts';
import { useSendOnce } from '#frontend/lib/use-send-once.ts';

/** The form as it was left in this tab, for the studio's course it was filled in for. */
const kept = createStoredForm('studio_lessons', () => ({ courseId: '', values: formDefaults() }));

interface WriteLessonsFormProps {
  readonly userId: string;
  /** Id of the studio's course. */
  readonly courseId: string;
  /** The course's own description, which fills the form at first. */
  readonly wish: BuilderValues;
  readonly sources: SourcePicker;
  readonly onStarted: (taskId: string) => void;
  readonly onCancel: () => void;
}

/** Requests lessons for a course of the studio: the AI Builder's form in one column, filled with the course's own description. */
export function WriteLessonsForm({ userId, courseId, wish, sources: Sources, onStarted, onCancel }: WriteLessonsFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const sendOnce = useSendOnce();
  const [form] = useState(() => {
    const stored = kept.load(userId);
    const values = stored.courseId === courseId ? stored.values : filledWith(wish);
    return createFormState(values, (typed) => kept.save(userId, { courseId, values: typed }));
  });
  const { data: balance } = useQuery({ ...tokenBalance(userId), enabled: false });
  const start = useStart({
    form,
    element,
    send: (values) =>
      sendOnce(values, (headers) => startGeneration({ userId, values, balance, studio: { courseId, key: headers['idempotency-key'] } })),
    onStarted: (taskId) => {
      kept.reset(userId);
      onStarted(taskId);
    },
  });
  const sourceIds = useValue(form, 'source_ids');
  // it replaces the button that opened it
  useEffect(() => element.current?.querySelector('input')?.focus(), []);
  return (
    <Stack
      component="form"
      ref={element}
      noValidate
      aria-label={t('Write its lessons')}
      sx={{ gap: 3 }}
      onSubmit={(event) => {
        event.preventDefault();
        start.submit();
      }}
    >
      {wish.goals.trim().length > FORM_LIMITS.learning_goals && (
        <Typography variant="body2" color="textSecondary">
          {t('The draft is longer than the form allows, so only its first part was filled in.')}
        </Typography>
      )}
      <MainFields form={form} isBesideCover />
      <div>
        {SECTIONS.map((section) => (
          <CourseFormSection key={section.title} section={section} form={form} />
        ))}
      </div>
      <Suspense>
        <Sources userId={userId} chosen={sourceIds} onChange={(ids) => form.set('source_ids', ids)} />
      </Suspense>
      <Box component="section" aria-label={t('Cost and start')}>
        <CostSummary form={form} userId={userId} />
        <Stack sx={{ gap: 1 }}>
          <StartProblems form={form} state={start} />
          <GenerateButton form={form} isStarting={start.isStarting} label={t('Write the lessons')} />
          <Button color="inherit" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        </Stack>
      </Box>
    </Stack>
  );
}
