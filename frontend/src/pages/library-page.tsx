import { useNavigate, useSearch } from '@tanstack/react-router';
import { LibraryView } from '#frontend/features/courses/library/library-view.tsx';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { ShelfFrame } from '#frontend/ui/frames/shelf-frame.tsx';
import { BuilderTabs } from './builder/builder-tabs.tsx';

/** The ready courses of the free library. Search and filters are in the page's address. */
export default function LibraryPage() {
  const { user_id: userId } = useUser();
  const search = useSearch({ from: '/app/create/library' });
  const navigate = useNavigate({ from: '/create/library' });
  return (
    <ShelfFrame
      title={t('Ready courses')}
      subtitle={t('People wrote and checked these courses. Each opens at once, and costs no tokens.')}
      tabs={<BuilderTabs current="/create/library" />}
    >
      <LibraryView
        userId={userId}
        filters={search}
        onFilter={(change) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true })}
      />
    </ShelfFrame>
  );
}
