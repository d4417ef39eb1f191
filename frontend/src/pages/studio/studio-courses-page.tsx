import { useNavigate, useSearch } from '@tanstack/react-router';
import { CoursesList } from '#frontend/features/studio/courses/courses-list.tsx';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { DeskFrame } from '#frontend/ui/frames/desk-frame.tsx';

/** The courses of a creator (CRE-08…10). The filter is in the URL. */
export default function StudioCoursesPage() {
  const { user_id: userId } = useUser();
  const { filter = 'all' } = useSearch({ from: '/app/studio/courses' });
  const navigate = useNavigate();
  return (
    <DeskFrame title={t('Your courses')}>
      <CoursesList
        userId={userId}
        filter={filter}
        onWrite={({ id: courseId }) => void navigate({ to: '/studio/courses/$courseId', params: { courseId }, search: { write: true } })}
      />
    </DeskFrame>
  );
}
