import { StudentsView } from '#frontend/features/studio/figures/students-view.tsx';
import { t } from '#frontend/lib/text.ts';
import { Page } from '#frontend/ui/page.tsx';

/** A creator's students. */
export default function StudioStudentsPage() {
  return (
    <Page title={t('Students')}>
      <StudentsView />
    </Page>
  );
}
