import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { leaveStudyRoom, type StudyRoom } from '#contract/study-rooms/study-rooms.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { useLive, useLiveMessages } from '#frontend/lib/live/use-live.ts';
import { isFinalRefusal } from '#frontend/lib/polling/poll.ts';
import { t } from '#frontend/lib/text.ts';
import { studyKey, studySeat, type IceServer } from './call-queries.ts';
import { openPeer, type Peer } from './peer.ts';
import type { RemotePerson, RoomTransport, MediaState } from './room-transport.ts';
import { readSignal, type Signal } from './signals.ts';
import { useMedia, type OwnMedia } from './use-media.ts';

export interface Call {
  readonly room: StudyRoom | null;
  readonly media: OwnMedia;
  readonly others: readonly RemotePerson[];
  readonly isLive: boolean;
  /** Why there is no seat, in words. */
  readonly refusal: string | null;
  readonly isEnding: boolean;
  /** Requests a seat again. */
  readonly ask: () => void;
  readonly end: () => Promise<void>;
}

/**
 * Holds a seat in a room while the component is mounted: renews it, connects to the others, and releases it on `end`. Remount it for another
 * room.
 */
export function useCall({ userId, roomId, onEnded }: { userId: string; roomId: string; onEnded: () => void }): Call {
  const cache = useQueryClient();
  const media = useMedia();
  const [others, setOthers] = useState<readonly RemotePerson[]>([]);
  const [isEnding, setEnding] = useState(false);
  const mesh = useRef<RoomTransport | null>(null);
  const live = useLive(userId);
  const seat = useQuery({ ...studySeat(userId, roomId), enabled: !isEnding });
  // a short server outage does not end the seat
  const isRefused = seat.error !== null && (seat.data === undefined || isFinalRefusal(seat.error));
  useLiveMessages(userId, (message) => {
    if (message.type === 'signal' && message.room_id === roomId) mesh.current?.onSignal(message.from, message.data);
    if (message.type === 'study_room' && message.room_id === roomId && !isEnding && !isRefused) void seat.refetch();
    if (message.type === 'resync') {
      if (!isEnding && !isRefused) void seat.refetch();
      mesh.current?.reconnect();
    }
  });
  const iceServers = seat.data?.ice_servers;
  const people = seat.data?.room.participants;

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
    room: seat.data?.room ?? null,
    media,
    others,
    isLive: live.isLive,
    refusal: isRefused && !isEnding ? errorText(seat.error, t('The study room could not be joined.')) : null,
    isEnding,
    ask: () => void seat.refetch(),
    async end() {
      setEnding(true);
      mesh.current?.close();
      // a seat that is not renewed expires shortly afterwards
      await call(leaveStudyRoom, { params: { room_id: roomId }, body: {} }).catch(() => undefined);
      await cache.invalidateQueries({ queryKey: studyKey(userId) });
      onEnded();
    },
  };
}

interface MeshOptions {
  readonly selfId: string;
  readonly iceServers: readonly IceServer[];
  readonly send: (to: string, data: string) => void;
  readonly onPeople: (people: readonly RemotePerson[]) => void;
}

/**
 * Opens a full mesh: every participant connects to every other one. Of two peers, the one with the higher id makes the offer, so that
 * offers never collide.
 */
export function openMesh({ selfId, iceServers, send, onPeople }: MeshOptions): RoomTransport {
  const peers = new Map<string, Peer>();
  let tracks: Parameters<RoomTransport['setTracks']>[0] = { audio: null, video: null };
  let media: MediaState = { isMuted: false, hasCamera: false, isSharing: false };

  const say = (to: string, signal: Signal) => send(to, JSON.stringify(signal));
  const notify = () => onPeople([...peers].map(([userId, peer]) => ({ userId, ...peer.state() })));
  const peerOf = (userId: string): Peer => {
    const known = peers.get(userId);
    if (known) return known;
    const peer = openPeer({
      isOffering: selfId > userId,
      iceServers,
      say: (signal) => say(userId, signal),
      tracks: () => tracks,
      onChange: notify,
    });
    peers.set(userId, peer);
    peer.start();
    say(userId, { type: 'media', ...media });
    return peer;
  };
  return {
    setPeople(userIds) {
      const others = userIds.filter((id) => id !== selfId);
      for (const [userId, peer] of peers) {
        if (others.includes(userId)) continue;
        peer.close();
        peers.delete(userId);
      }
      for (const userId of others) peerOf(userId);
      notify();
    },
    setTracks(next) {
      tracks = next;
      for (const peer of peers.values()) peer.useTracks();
    },
    setMedia(next) {
      media = next;
      for (const userId of peers.keys()) say(userId, { type: 'media', ...media });
    },
    onSignal(from, data) {
      const signal = readSignal(data);
      if (!signal || from === selfId) return;
      const isNew = !peers.has(from);
      const peer = peerOf(from);
      // the offer to a new participant is being sent already
      if (isNew && signal.type === 'hello') return;
      if (signal.type === 'hello') say(from, { type: 'media', ...media });
      peer.onSignal(signal);
    },
    reconnect() {
      for (const peer of peers.values()) if (!peer.state().isConnected) peer.start();
    },
    close() {
      for (const peer of peers.values()) peer.close();
      peers.clear();
    },
  };
}
