import { useCallback, useEffect, useRef, useState } from 'react';
import { t } from '#frontend/lib/text.ts';

/** A participant's own microphone and camera. */
export interface OwnMedia {
  /** The sent tracks; a shared screen replaces the camera. */
  readonly audio: MediaStreamTrack | null;
  readonly video: MediaStreamTrack | null;
  readonly isMuted: boolean;
  readonly hasCamera: boolean;
  readonly isSharing: boolean;
  readonly devices: readonly MediaDeviceInfo[];
  readonly chosen: { readonly audioinput: string; readonly videoinput: string };
  /** Why a device is unavailable, in words. */
  readonly problem: string | null;
  readonly canShare: boolean;
  readonly mute: (isMuted: boolean) => void;
  readonly camera: (isOn: boolean) => Promise<void>;
  readonly share: (isOn: boolean) => Promise<void>;
  readonly choose: (kind: 'audioinput' | 'videoinput', deviceId: string) => Promise<void>;
}

const PICTURE = { width: { ideal: 640 }, height: { ideal: 360 }, frameRate: { max: 24 } };

const enable = (track: MediaStreamTrack, isOn: boolean) => void (track.enabled = isOn);

/** Requests microphone and camera when the call starts; mutes, switches off and changes them, or replaces the camera with the screen. */
export function useMedia(): OwnMedia {
  const [audio, setAudio] = useState<MediaStreamTrack | null>(null);
  const [picture, setPicture] = useState<MediaStreamTrack | null>(null);
  const [screen, setScreen] = useState<MediaStreamTrack | null>(null);
  const [isMuted, setMuted] = useState(false);
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([]);
  const [chosen, setChosen] = useState({ audioinput: '', videoinput: '' });
  const [problem, setProblem] = useState<string | null>(null);
  const held = useRef(new Set<MediaStreamTrack>());
  const isGone = useRef(false);

  const hold = (track: MediaStreamTrack | undefined): MediaStreamTrack | null => {
    if (!track) return null;
    // the call ended while the browser asked for permission
    if (isGone.current) track.stop();
    else held.current.add(track);
    return isGone.current ? null : track;
  };
  const drop = (track: MediaStreamTrack | null) => {
    track?.stop();
    if (track) held.current.delete(track);
  };
  const ask = useCallback(async (wanted: MediaStreamConstraints): Promise<MediaStream | null> => {
    try {
      const stream = await navigator.mediaDevices.getUserMedia(wanted);
      setProblem(null);
      setDevices(await navigator.mediaDevices.enumerateDevices());
      return stream;
    } catch {
      return null;
    }
  }, []);

  useEffect(() => {
    isGone.current = false;
    const tracks = held.current;
    void (async () => {
      const both = await ask({ audio: true, video: PICTURE });
      // the user may have only one of them, or allow only one
      const sound = both ?? (await ask({ audio: true }));
      const view = both ?? (await ask({ video: PICTURE }));
      setAudio(hold(sound?.getAudioTracks()[0]));
      setPicture(hold(view?.getVideoTracks()[0]));
      if (!sound && !view) setProblem(t('Could not access microphone or camera. You can listen and watch.'));
      else if (!sound) setProblem(t('Could not access microphone. Please check permissions.'));
      else if (!view) setProblem(t('Could not access the camera. Please check permissions.'));
    })();
    return () => {
      isGone.current = true;
      for (const track of tracks) track.stop();
      tracks.clear();
    };
  }, [ask]);

  const open = async (kind: 'audioinput' | 'videoinput', deviceId: string): Promise<boolean> => {
    const device = deviceId === '' ? {} : { deviceId: { exact: deviceId } };
    const stream = await ask(kind === 'audioinput' ? { audio: device } : { video: { ...PICTURE, ...device } });
    const track = hold(stream?.getTracks()[0]);
    if (!track) {
      setProblem(
        kind === 'audioinput'
          ? t('Could not access microphone. Please check permissions.')
          : t('Could not access the camera. Please check permissions.'),
      );
      return false;
    }
    if (kind === 'audioinput') {
      enable(track, !isMuted);
      drop(audio);
      setAudio(track);
    } else {
      drop(picture);
      setPicture(track);
    }
    return true;
  };
  const stopSharing = () => {
    drop(screen);
    setScreen(null);
  };
  return {
    audio,
    video: screen ?? picture,
    isMuted: isMuted || audio === null,
    hasCamera: picture !== null,
    isSharing: screen !== null,
    devices,
    chosen,
    problem,
    canShare: typeof navigator.mediaDevices?.getDisplayMedia === 'function',
    mute(muted) {
      if (audio) enable(audio, !muted);
      else if (!muted) void open('audioinput', chosen.audioinput);
      setMuted(muted);
    },
    async camera(isOn) {
      if (isOn) await open('videoinput', chosen.videoinput);
      else {
        // the camera's light goes off only when the track ends
        drop(picture);
        setPicture(null);
      }
    },
    async share(isOn) {
      if (!isOn) return stopSharing();
      try {
        const track = hold((await navigator.mediaDevices.getDisplayMedia({ video: true })).getVideoTracks()[0]);
        if (!track) return;
        // the browser has its own button to stop sharing
        track.addEventListener('ended', () => {
          drop(track);
          setScreen((now) => (now === track ? null : now));
        });
        setScreen(track);
      } catch {
        // closing the browser's permission prompt is not an error
      }
    },
    async choose(kind, deviceId) {
      const isOff = kind === 'videoinput' && picture === null;
      if (isOff || (await open(kind, deviceId))) setChosen((before) => ({ ...before, [kind]: deviceId }));
    },
  };
}
