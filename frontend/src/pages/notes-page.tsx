import { useNavigate, useSearch } from '@tanstack/react-router';
import { NotesView } from '#frontend/features/notes/notes-view.tsx';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { ShelfFrame } from '#frontend/ui/frames/shelf-frame.tsx';
import { CoursesTabs } from './courses/courses-tabs.tsx';
import { NextLesson } from './courses/next-lesson.tsx';

/** All notes and highlights of a user. The search text is in the URL. */
export default function NotesPage() {
  const { user_id: userId } = useUser();
  const { q = '' } = useSearch({ from: '/app/notes' });
  const navigate = useNavigate({ from: '/notes' });
  return (
    <ShelfFrame title={t('Notes')} subtitle={t('Your notes and highlights from all courses.')} tabs={<CoursesTabs current="/notes" />}>
      <NotesView
        userId={userId}
        way={<NextLesson userId={userId} />}
        query={q}
        onQuery={(text) => void navigate({ search: (old) => ({ ...old, q: text || undefined }), replace: true })}
      />
    </ShelfFrame>
  );
}
