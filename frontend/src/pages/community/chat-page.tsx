import { useNavigate, useSearch } from '@tanstack/react-router';
import { ChatView } from '#frontend/features/chat/chat-view.tsx';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { AgeGate } from '#frontend/ui/age/age-gate.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { CommunityPage } from './community-frame.tsx';

/** CHAT: Community Live Chat. The open room is in the URL. */
export default function ChatPage() {
  const { user_id: userId, name } = useUser();
  const { room } = useSearch({ from: '/app/community/chat' });
  const navigate = useNavigate({ from: '/community/chat' });
  return (
    <CommunityPage title={t('Live chat')}>
      <AgeGate userId={userId} rule="chat_with_strangers">
        <ChatView
          userId={userId}
          userName={name}
          roomId={room}
          onRoom={(id) => void navigate({ search: { room: id } })}
          voiceNote={
            <LinkButton to="/voice-notes" variant="text" color="inherit" size="small">
              {t('Voice notes')}
            </LinkButton>
          }
        />
      </AgeGate>
    </CommunityPage>
  );
}
