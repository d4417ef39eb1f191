import { useNavigate, useSearch } from '@tanstack/react-router';
import { VideosView } from '#frontend/features/video/video-list.tsx';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { ShelfFrame } from '#frontend/ui/frames/shelf-frame.tsx';
import { CoursesTabs } from './courses/courses-tabs.tsx';

/** All clips of a user; the search text is in the URL. */
export default function VideosPage() {
  const { user_id: userId } = useUser();
  const { q = '' } = useSearch({ from: '/app/videos' });
  const navigate = useNavigate({ from: '/videos' });
  return (
    <ShelfFrame title={t('Generated videos')} tabs={<CoursesTabs current="/videos" />}>
      <VideosView
        userId={userId}
        query={q}
        onQuery={(text) => void navigate({ search: text ? { q: text } : {}, replace: true, resetScroll: false })}
      />
    </ShelfFrame>
  );
}
