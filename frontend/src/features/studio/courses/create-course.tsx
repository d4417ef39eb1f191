import { useEffect, useRef, useState, type KeyboardEvent, type FormEvent } from 'react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { CreatorCourse } from '#contract/studio/creator-courses.contract.ts';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { PreviewColumns } from '#frontend/ui/frames/preview-columns.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { CourseFields } from './course-fields.tsx';
import { isComplete, refusedFields } from './course-form-rules.ts';
import { useCreateCourse, useIsCreating } from './course-mutations.ts';
import type { CoursePreview } from './course-form-values.ts';
import { loadForm, saveForm, useFormResets } from './creator-course-draft.ts';
import { showFirst, useCourseForm } from './use-course-form.ts';

interface CreateCourseProps {
  readonly userId: string;
  /** Renders the typed values as the market would show them. */
  readonly renderPreview: CoursePreview;
}

/** The 'AI Course Creator' (CRE-18…25). The typed values are stored in this tab, whatever happens to the request. */
export function CreateCourse({ userId, renderPreview }: CreateCourseProps) {
  const create = useCreateCourse(userId);
  const resets = useFormResets();
  return (
    <>
      <div role="status">{create.data && <CreatedNote key={create.data.id} course={create.data} />}</div>
      <CreateForm key={resets} userId={userId} renderPreview={renderPreview} create={create} />
    </>
  );
}

/** Takes the focus, because the form below it has just been reset and its button disabled. */
function CreatedNote({ course }: { readonly course: CreatorCourse }) {
  const courseId = course.id;
  return (
    <Alert severity="success" role="note" tabIndex={-1} ref={focusOnMount} sx={{ marginBlockEnd: 3 }}>
      <Typography variant="body2">{t("Course created successfully! It's now in draft status.")}</Typography>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: '4px 20px' }}>
        <TextLink to="/studio/courses/$courseId" params={{ courseId }}>
          {t('View the course')}
        </TextLink>
        <TextLink to="/studio/courses/$courseId" params={{ courseId }} search={{ write: true }}>
          {t('Write its lessons')}
        </TextLink>
        <TextLink to="/studio/courses">{t('All my courses')}</TextLink>
      </Stack>
    </Alert>
  );
}

interface CreateFormProps extends CreateCourseProps {
  readonly create: ReturnType<typeof useCreateCourse>;
}

function CreateForm({ userId, renderPreview, create }: CreateFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [start] = useState(() => loadForm(userId));
  const form = useCourseForm(start, (values) => saveForm(userId, values));
  const isCreating = useIsCreating(userId);
  const isReady = isComplete(form.values);

  // A pending button loses the focus: after a failure, it or the invalid field gets it back.
  const { error } = create;
  useEffect(() => {
    if (error === null || isCreating) return;
    button.current?.focus();
    showFirst(element.current, refusedFields(error));
  }, [error, isCreating]);

  function submit(): void {
    if (isCreating) return;
    const problems = form.check();
    if (Object.keys(problems).length > 0) return showFirst(element.current, problems);
    form.refuse({});
    create.mutate(form.values, { onError: (failure) => form.refuse(refusedFields(failure)) });
  }

  // A disabled button would also prevent submitting by Enter; here the user sees what is missing instead.
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || isReady) return;
    event.preventDefault();
    submit();
  }

  return (
    <PreviewColumns preview={renderPreview(form.values)}>
      <Stack
        component="form"
        ref={element}
        noValidate
        aria-label={t('AI Course Creator')}
        onKeyDown={onKeyDown}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          submit();
        }}
      >
        <CourseFields form={form} isDisabled={isCreating} />
        <Stack sx={{ alignItems: 'flex-start', gap: 1.5, marginBlockStart: 3 }}>
          <FormMessage message={error && !isCreating ? { kind: 'error', text: t('Failed to create course. Please try again.') } : null} />
          <Button ref={button} type="submit" variant="contained" disabled={!isReady || isCreating}>
            {isCreating ? t('Creating Course...') : t('Create Course')}
          </Button>
          {!isReady && (
            <Typography variant="body2" color="textSecondary">
              {t('Add a title and a description first.')}
            </Typography>
          )}
        </Stack>
      </Stack>
    </PreviewColumns>
  );
}
