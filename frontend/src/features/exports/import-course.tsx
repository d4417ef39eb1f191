import { useRef } from 'react';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { importCourse } from '#contract/exports/exports.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useMutation } from '#frontend/lib/use-mutation.ts';

/** Imports a course from its exported zip, and opens it. */
export function ImportCourse() {
  const field = useRef<HTMLInputElement>(null);
  const cache = useQueryClient();
  const navigate = useNavigate();
  const failed = t('The course could not be taken in. Please try again.');
  const take = useMutation({
    mutationFn: (file: File) => call(importCourse, { files: { file }, fallback: failed }),
    onSuccess: async ({ course_id: courseId }) => {
      await cache.invalidateQueries({ queryKey: ['courses'] });
      await navigate({ to: '/courses/$courseId', params: { courseId } });
    },
    onError: (error: Error) => toast('error', errorText(error, failed)),
  });
  return (
    <>
      <input
        ref={field}
        type="file"
        accept=".zip,application/zip"
        hidden
        aria-label={t('Zip of a course')}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file) take.mutate(file);
        }}
      />
      <Button variant="text" color="inherit" aria-busy={take.isPending} onClick={() => field.current?.click()}>
        {t('Take in a course')}
      </Button>
    </>
  );
}
