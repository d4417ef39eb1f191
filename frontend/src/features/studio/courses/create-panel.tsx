import { lazy, Suspense, useId, useState } from 'react';
import Button from '@mui/material/Button';
import { t } from '#frontend/lib/text.ts';
import type { CoursePreview } from './course-form-values.ts';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';

const CreateCourse = lazy(async () => ({ default: (await import('./create-course.tsx')).CreateCourse }));

/** CRE-27: the form of a new course on the overview, toggled by one button. Its values survive closing. */
export function CreatePanel({ userId, renderPreview }: { readonly userId: string; readonly renderPreview: CoursePreview }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <section style={{ marginBlockStart: 24 }}>
      <Button variant="outlined" color="inherit" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {isOpen ? t('Close the new course') : t('Create a course here')}
      </Button>
      <div id={id} hidden={!isOpen} style={{ marginBlockStart: 16 }}>
        {isOpen && (
          <Suspense fallback={<LoadingState label={t('Loading')} rows={4} />}>
            <CreateCourse userId={userId} renderPreview={renderPreview} />
          </Suspense>
        )}
      </div>
    </section>
  );
}
