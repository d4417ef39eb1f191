import { useEffect } from 'react';

interface Shown {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  /** Address of a picture. */
  readonly artwork: string;
}

/** Shows on the lock screen what is heard, with the keys of `handlers`; those of an earlier render are replaced. */
export function useMediaSession(
  { title, artist, album, artwork }: Shown,
  handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>>,
) {
  useEffect(() => {
    if ('mediaSession' in navigator)
      navigator.mediaSession.metadata = new MediaMetadata({ title, artist, album, artwork: [{ src: artwork }] });
  }, [title, artist, album, artwork]);
  useEffect(() => {
    if (!('mediaSession' in navigator)) return undefined;
    const session = navigator.mediaSession;
    const actions = Object.keys(handlers) as MediaSessionAction[];
    for (const action of actions) session.setActionHandler(action, handlers[action]!);
    return () => {
      for (const action of actions) session.setActionHandler(action, null);
    };
  });
}

/** Tells the lock screen where a sound is, so that its bar moves. */
export function reportPosition({ duration, playbackRate, currentTime }: HTMLMediaElement): void {
  if (!('mediaSession' in navigator) || !Number.isFinite(duration)) return;
  navigator.mediaSession.setPositionState({ duration, playbackRate, position: Math.min(currentTime, duration) });
}
