import type { IceServer } from './call-queries.ts';
import { openPeer, type Peer } from './peer.ts';
import type { MediaState, RemotePerson, RoomTransport } from './room-transport.ts';
import { readSignal, type Signal } from './signals.ts';

interface MeshOptions {
  readonly selfId: string;
  readonly iceServers: readonly IceServer[];
  readonly send: (to: string, data: string) => void;
  readonly onPeople: (people: readonly RemotePerson[]) => void;
}

/**
 * Opens a full mesh: every participant connects to every other. Of two peers the one with the higher id makes the offer, so that offers never
 * collide.
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
