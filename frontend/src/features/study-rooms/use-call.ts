import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { joinStudyRoom, leaveStudyRoom, STUDY_RENEW_MS, type StudyRoom } from '#contract/study-rooms/study-rooms.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { useLive } from '#frontend/lib/live/use-live.ts';
import { t } from '#frontend/lib/text.ts';
import { oneStudyRoom, studyKey, type IceServer } from './call-queries.ts';
import { openMesh } from './mesh.ts';
import type { RemotePerson, RoomTransport } from './room-transport.ts';
import { useMedia, type OwnMedia } from './use-media.ts';

export interface Call {
  readonly room: StudyRoom | null;
  readonly media: OwnMedia;
  readonly others: readonly RemotePerson[];
  readonly isLive: boolean;
  /** Why there is no seat, in words. */
  readonly refusal: string | null;
  readonly end: () => Promise<void>;
}

/** A seat in a room while the component is there: kept, connected with the others, and given back by `end`. Mount it anew for another room. */
export function useCall({ userId, roomId, onEnded }: { userId: string; roomId: string; onEnded: () => void }): Call {
  const cache = useQueryClient();
  const media = useMedia();
  const [iceServers, setIceServers] = useState<readonly IceServer[] | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [others, setOthers] = useState<readonly RemotePerson[]>([]);
  const mesh = useRef<RoomTransport | null>(null);
  const isEnding = useRef(false);
  const live = useLive(userId, (message) => {
    if (message.type === 'signal' && message.room_id === roomId) mesh.current?.onSignal(message.from, message.data);
    if (message.type === 'study_room' && message.room_id === roomId) void room.refetch();
    if (message.type === 'resync') {
      void room.refetch();
      mesh.current?.reconnect();
    }
  });
  const room = useQuery({ ...oneStudyRoom(userId, roomId, live.isPolling), enabled: iceServers !== null });
  const people = room.data?.room.participants;

  const renew = useEffectEvent(async () => {
    try {
      const answer = await call(joinStudyRoom, { params: { room_id: roomId }, body: {} });
      cache.setQueryData(oneStudyRoom(userId, roomId, false).queryKey, { room: answer.room });
      setIceServers((known) => known ?? answer.ice_servers);
      setRefusal(null);
    } catch (error) {
      // what does not answer for a moment keeps its seat for longer than that
      if (isEnding.current || (iceServers !== null && !(error instanceof ApiError && error.status >= 400 && error.status < 500))) return;
      setRefusal(errorText(error, t('The study room could not be joined.')));
    }
  });
  useEffect(() => {
    void renew();
    const renewing = setInterval(() => isEnding.current || void renew(), STUDY_RENEW_MS);
    return () => clearInterval(renewing);
  }, []);

  const send = useEffectEvent((to: string, data: string) => void live.say({ type: 'signal', room_id: roomId, to, data }));
  useEffect(() => {
    if (!iceServers) return;
    const opened = openMesh({ selfId: userId, iceServers, send: (to, data) => send(to, data), onPeople: setOthers });
    mesh.current = opened;
    return () => {
      mesh.current = null;
      opened.close();
    };
  }, [iceServers, userId]);
  const { audio, video, isMuted, hasCamera, isSharing } = media;
  useEffect(() => mesh.current?.setTracks({ audio, video }), [audio, video, iceServers]);
  useEffect(() => mesh.current?.setMedia({ isMuted, hasCamera, isSharing }), [isMuted, hasCamera, isSharing, iceServers]);
  useEffect(() => {
    if (people) mesh.current?.setPeople(people.map(({ user_id: id }) => id));
  }, [people, iceServers]);

  return {
    room: room.data?.room ?? null,
    media,
    others,
    isLive: live.isLive,
    refusal,
    async end() {
      isEnding.current = true;
      mesh.current?.close();
      // a seat nobody renews is free a moment later
      await call(leaveStudyRoom, { params: { room_id: roomId }, body: {} }).catch(() => undefined);
      await cache.invalidateQueries({ queryKey: studyKey(userId) });
      onEnded();
    },
  };
}
