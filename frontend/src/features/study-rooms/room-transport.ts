/** What a participant sends: camera, microphone, screen. */
export interface MediaState {
  readonly isMuted: boolean;
  readonly hasCamera: boolean;
  readonly isSharing: boolean;
}

/** Another participant, with the state of their connection. */
export interface RemotePerson {
  readonly userId: string;
  readonly stream: MediaStream;
  readonly isConnected: boolean;
  readonly media: MediaState;
}

/** Transports media between the participants of a room. Currently a mesh between browsers; a media server would be another implementation. */
export interface RoomTransport {
  /** Sets the current participants: connects to new ones and disconnects from missing ones. */
  setPeople(userIds: readonly string[]): void;
  /** Replaces the sent tracks; null for none of that kind. */
  setTracks(tracks: { readonly audio: MediaStreamTrack | null; readonly video: MediaStreamTrack | null }): void;
  setMedia(media: MediaState): void;
  onSignal(from: string, data: string): void;
  /** Re-establishes every broken connection, because signals may have been lost. */
  reconnect(): void;
  close(): void;
}
