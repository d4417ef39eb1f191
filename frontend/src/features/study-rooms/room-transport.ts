/** What somebody in a call shows and lets hear. */
export interface MediaState {
  readonly isMuted: boolean;
  readonly hasCamera: boolean;
  readonly isSharing: boolean;
}

/** Somebody else in the call, as far as they are connected. */
export interface RemotePerson {
  readonly userId: string;
  readonly stream: MediaStream;
  readonly isConnected: boolean;
  readonly media: MediaState;
}

/** The way pictures and sound go between the people of a room. Today a mesh between browsers; a server in the middle would be another. */
export interface RoomTransport {
  /** Who else is in the room now: whoever is new is connected to, whoever is missing is let go. */
  setPeople(userIds: readonly string[]): void;
  /** What is sent, instead of what was sent before. Null: nothing of that kind. */
  setTracks(tracks: { readonly audio: MediaStreamTrack | null; readonly video: MediaStreamTrack | null }): void;
  setMedia(media: MediaState): void;
  onSignal(from: string, data: string): void;
  /** Signals may have been lost: whatever does not stand is built again. */
  reconnect(): void;
  close(): void;
}
