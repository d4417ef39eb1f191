import { useNavigate, useSearch } from '@tanstack/react-router';
import { VoiceNotesView } from '#frontend/features/voice/voice-notes-view.tsx';
import { storeFieldText } from '#frontend/lib/drafts/persisted-text.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { ShelfFrame } from '#frontend/ui/frames/shelf-frame.tsx';
import { CoursesTabs } from '#frontend/pages/courses/courses-tabs.tsx';

/** A user's voice notes; the search text is in the URL. */
export default function VoiceNotesPage() {
  const { user_id: userId } = useUser();
  const { q = '' } = useSearch({ from: '/app/voice-notes' });
  const navigate = useNavigate({ from: '/voice-notes' });
  return (
    <ShelfFrame title={t('Voice notes')} tabs={<CoursesTabs current="/voice-notes" />}>
      <VoiceNotesView
        userId={userId}
        query={q}
        onQuery={(text) => void navigate({ search: text ? { q: text } : {}, replace: true, resetScroll: false })}
        onAskMentor={(text) => {
          // the storage key of the mentor's field for a new conversation
          storeFieldText('mentor:new', text);
          void navigate({ to: '/mentor', search: {} });
        }}
      />
    </ShelfFrame>
  );
}
