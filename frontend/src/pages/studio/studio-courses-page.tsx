import { useSearch } from '@tanstack/react-router';
import { useFilledBuilder } from '#frontend/features/generation/builder/fill-builder.tsx';
import { CoursesList } from '#frontend/features/studio/courses/courses-list.tsx';
import { toBuilderValues } from '#frontend/features/studio/courses/builder-values.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { ShelfFrame } from '#frontend/ui/frames/shelf-frame.tsx';

/** The courses of a creator (CRE-08…10). The filter is in the URL. */
export default function StudioCoursesPage() {
  const { user_id: userId } = useUser();
  const { filter = 'all' } = useSearch({ from: '/app/studio/courses' });
  const builder = useFilledBuilder(userId);
  return (
    <ShelfFrame
      title={t('Your courses')}
      actions={
        <LinkButton to="/studio/batches" color="inherit">
          {t('Batches')}
        </LinkButton>
      }
    >
      <CoursesList userId={userId} filter={filter} onWrite={(course) => builder.fill(toBuilderValues(course))} />
      {builder.question}
    </ShelfFrame>
  );
}
