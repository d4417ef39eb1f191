import { CertificateList } from '#frontend/features/practice/certificate-list.tsx';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { ShelfFrame } from '#frontend/ui/frames/shelf-frame.tsx';
import { CoursesTabs } from './courses-tabs.tsx';
import { NextLesson } from './next-lesson.tsx';

/** All certificates of a learner. */
export default function CertificatesPage() {
  const { user_id: userId } = useUser();
  return (
    <ShelfFrame title={t('Certificates')} tabs={<CoursesTabs current="/certificates" />}>
      <CertificateList userId={userId} way={<NextLesson userId={userId} />} />
    </ShelfFrame>
  );
}
