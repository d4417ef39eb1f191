import { CreateCourse } from '#frontend/features/studio/courses/create-course.tsx';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { DeskFrame } from '#frontend/ui/frames/desk-frame.tsx';
import { NewCoursePreview } from './studio-previews.tsx';

/** The 'AI Course Creator' (CRE-18). */
export default function StudioCreatePage() {
  const { user_id: userId } = useUser();
  return (
    <DeskFrame
      title={t('AI Course Creator')}
      subtitle={t('Describe your course. It starts as a draft, and AI services can write its lessons.')}
    >
      <CreateCourse key={userId} userId={userId} renderPreview={(values) => <NewCoursePreview values={values} />} />
    </DeskFrame>
  );
}
