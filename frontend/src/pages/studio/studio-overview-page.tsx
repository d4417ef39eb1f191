import { useNavigate, useSearch } from '@tanstack/react-router';
import { CreatePanel } from '#frontend/features/studio/courses/create-panel.tsx';
import { OverviewView } from '#frontend/features/studio/figures/overview-view.tsx';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { DeskFrame } from '#frontend/ui/frames/desk-frame.tsx';
import { NewCoursePreview } from './studio-previews.tsx';

/** The Creator Studio's first screen (CRE-02). Range and comparison are in the URL. */
export default function StudioOverviewPage() {
  const { user_id: userId } = useUser();
  const { months, compare } = useSearch({ from: '/app/studio/' });
  const navigate = useNavigate({ from: '/studio/' });
  return (
    <DeskFrame title={t('Overview')}>
      <OverviewView
        userId={userId}
        search={{ months, compare }}
        onSearch={(chosen) => void navigate({ search: (old) => ({ ...old, ...chosen }), replace: true, resetScroll: false })}
      />
      <CreatePanel userId={userId} renderPreview={(values) => <NewCoursePreview values={values} />} />
    </DeskFrame>
  );
}
