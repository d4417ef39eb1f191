import { useState } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ChatPanel } from '#frontend/features/chat/chat-panel.tsx';
import { CallView } from '#frontend/features/study-rooms/call-view.tsx';
import { StudyRoomsView } from '#frontend/features/study-rooms/study-rooms-view.tsx';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { AgeGate } from '#frontend/ui/age/age-gate.tsx';
import { CommunityPage } from './community-frame.tsx';

/**
 * ROOM: Video Study Session. Without a call, the list of rooms; with one, the call, whose room is in the URL; after a call, the list with a
 * note that it has ended.
 */
export default function StudyRoomsPage() {
  const { user_id: userId, name } = useUser();
  const { room } = useSearch({ from: '/app/community/study-rooms' });
  const navigate = useNavigate({ from: '/community/study-rooms' });
  const [hasEnded, setEnded] = useState(false);
  const open = (roomId: string | undefined) => void navigate({ search: roomId === undefined ? {} : { room: roomId } });
  return (
    <CommunityPage title={t('Study rooms')} subtitle={t('Video Study Session')}>
      <AgeGate userId={userId} rule="voice">
        {room === undefined ? (
          <StudyRoomsView
            userId={userId}
            hasEnded={hasEnded}
            onRoom={(roomId) => {
              setEnded(false);
              open(roomId);
            }}
          />
        ) : (
          <CallView
            key={room}
            userId={userId}
            userName={name}
            roomId={room}
            onEnded={() => {
              setEnded(true);
              open(undefined);
            }}
            onBack={() => open(undefined)}
            renderChat={(chatRoomId) => <ChatPanel key={chatRoomId} userId={userId} userName={name} roomId={chatRoomId} />}
          />
        )}
      </AgeGate>
    </CommunityPage>
  );
}
