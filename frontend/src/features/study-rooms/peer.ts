import { randomId } from '#frontend/lib/random-id.ts';
import type { IceServer } from './call-queries.ts';
import type { MediaState, RemotePerson } from './room-transport.ts';
import type { Signal } from './signals.ts';

/** Time for a broken connection to recover, and for a new one to connect, in ms. */
const BREAK_MS = 4_000;
const BUILD_MS = 12_000;
/** Each further attempt may take longer by this factor, up to this multiple. */
const MOST_PATIENCE = 5;

interface PeerOptions {
  readonly isOffering: boolean;
  readonly iceServers: readonly IceServer[];
  readonly say: (signal: Signal) => void;
  readonly tracks: () => { readonly audio: MediaStreamTrack | null; readonly video: MediaStreamTrack | null };
  readonly onChange: () => void;
}

/** The connection to one other participant, re-established whenever it breaks. */
export interface Peer {
  /** Offers a connection, or asks the other side to. */
  start(): void;
  useTracks(): void;
  onSignal(signal: Signal): void;
  state(): Omit<RemotePerson, 'userId'>;
  close(): void;
}

interface Attempt {
  readonly id: string;
  readonly connection: RTCPeerConnection;
  /** Candidates that arrived before the remote description. */
  readonly early: RTCIceCandidateInit[];
}

export function openPeer({ isOffering, iceServers, say, tracks, onChange }: PeerOptions): Peer {
  let current: Attempt | null = null;
  let stream = new MediaStream();
  let media: MediaState = { isMuted: false, hasCamera: false, isSharing: false };
  let isClosed = false;
  let patience: ReturnType<typeof setTimeout> | undefined;
  /** Attempts since the last connection. Each gets more time, because a slow route would otherwise be abandoned just before it connects. */
  let tries = 0;

  const later = (ms: number) => {
    clearTimeout(patience);
    patience = setTimeout(() => isClosed || start(), ms);
  };
  const useTracks = () => {
    if (!current) return;
    const { audio, video } = tracks();
    for (const { sender, receiver } of current.connection.getTransceivers()) {
      const track = receiver.track.kind === 'audio' ? audio : video;
      // replaceTrack fails on a closing connection, which sends nothing any more
      if (sender.track !== track) sender.replaceTrack(track).catch(() => undefined);
    }
  };

  function open(id: string): Attempt {
    current?.connection.close();
    const connection = new RTCPeerConnection({ iceServers: iceServers.map((server) => ({ ...server })) });
    const opened: Attempt = { id, connection, early: [] };
    current = opened;
    stream = new MediaStream();
    connection.addEventListener('track', ({ track }) => {
      if (current !== opened) return;
      stream.addTrack(track);
      onChange();
    });
    connection.addEventListener('icecandidate', ({ candidate }) => {
      if (candidate) say({ type: 'candidate', attempt: id, candidate: candidate.toJSON() });
    });
    connection.addEventListener('connectionstatechange', () => {
      if (current !== opened) return;
      const { connectionState } = connection;
      if (connectionState === 'connected') {
        tries = 0;
        clearTimeout(patience);
      } else if (connectionState === 'failed') later(0);
      else if (connectionState === 'disconnected') later(BREAK_MS);
      onChange();
    });
    tries += 1;
    later(BUILD_MS * Math.min(tries, MOST_PATIENCE));
    return opened;
  }

  async function offer(): Promise<void> {
    const { id, connection } = open(randomId());
    for (const kind of ['audio', 'video']) connection.addTransceiver(kind, { direction: 'sendrecv' });
    useTracks();
    await connection.setLocalDescription();
    if (connection.localDescription) say({ type: 'offer', attempt: id, sdp: connection.localDescription.sdp });
  }
  async function answer({ attempt, sdp }: Extract<Signal, { type: 'offer' }>): Promise<void> {
    const { connection, early } = open(attempt);
    await connection.setRemoteDescription({ type: 'offer', sdp });
    for (const transceiver of connection.getTransceivers()) transceiver.direction = 'sendrecv';
    useTracks();
    await connection.setLocalDescription();
    if (connection.localDescription) say({ type: 'answer', attempt, sdp: connection.localDescription.sdp });
    for (const candidate of early.splice(0)) await connection.addIceCandidate(candidate);
  }
  async function take(signal: Signal): Promise<void> {
    if (signal.type === 'media') {
      media = { isMuted: signal.isMuted, hasCamera: signal.hasCamera, isSharing: signal.isSharing };
      onChange();
    } else if (signal.type === 'hello') {
      if (isOffering) await offer();
    } else if (signal.type === 'offer') {
      if (!isOffering) await answer(signal);
    } else if (current?.id !== signal.attempt) {
      // the answer belongs to an abandoned attempt
    } else if (signal.type === 'answer') {
      const { connection, early } = current;
      await connection.setRemoteDescription({ type: 'answer', sdp: signal.sdp });
      for (const candidate of early.splice(0)) await connection.addIceCandidate(candidate);
    } else if (current.connection.remoteDescription) await current.connection.addIceCandidate(toCandidate(signal.candidate));
    else current.early.push(toCandidate(signal.candidate));
  }
  /** An unusable signal fails this attempt; the next one starts after its timeout. */
  const attempting = (work: Promise<void>) => void work.catch(() => undefined);
  function start(): void {
    later(BUILD_MS * Math.min(tries + 1, MOST_PATIENCE));
    if (isOffering) attempting(offer());
    else say({ type: 'hello' });
  }

  return {
    start,
    useTracks,
    onSignal: (signal) => attempting(take(signal)),
    state: () => ({ stream, media, isConnected: current?.connection.connectionState === 'connected' }),
    close() {
      isClosed = true;
      clearTimeout(patience);
      current?.connection.close();
    },
  };
}

const toCandidate = (given: Extract<Signal, { type: 'candidate' }>['candidate']): RTCIceCandidateInit => ({
  ...(given.candidate !== undefined && { candidate: given.candidate }),
  ...(given.sdpMid !== undefined && { sdpMid: given.sdpMid }),
  ...(given.sdpMLineIndex !== undefined && { sdpMLineIndex: given.sdpMLineIndex }),
  ...(given.usernameFragment !== undefined && { usernameFragment: given.usernameFragment }),
});
