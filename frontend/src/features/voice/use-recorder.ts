import { useCallback, useEffect, useRef, useState } from 'react';
import { VOICE_BYTES, VOICE_SECONDS } from '#contract/voice/voice.contract.ts';
import { actMoment } from '#frontend/lib/connection.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { deleteDraft, holdDraft, storeChunk, readDraft, type VoiceDraft } from './voice-draft.ts';

/** VOX-04: Opus where supported; Safari has AAC. */
const TYPES = ['audio/webm;codecs=opus', 'audio/webm', 'audio/mp4;codecs=mp4a.40.2', 'audio/mp4'];
/** Maximum length of audio that a browser crash may lose, in ms. */
const CHUNK_MS = 1_000;
const TICK_MS = 100;

type State = 'loading' | 'idle' | 'recording' | 'paused' | 'stopped';

export interface Recorder {
  readonly state: State;
  readonly seconds: number;
  /** The current volume, 0 to 1. */
  readonly level: number;
  /** The recording; null until it is stopped. */
  readonly draft: VoiceDraft | null;
  readonly problem: string | null;
  start(): Promise<void>;
  pause(): void;
  resume(): void;
  stop(): void;
  /** Discards the recording (VOX-03). */
  discard(): Promise<void>;
}

interface Running {
  readonly recorder: MediaRecorder;
  readonly stream: MediaStream;
  readonly audio: AudioContext;
  readonly timer: ReturnType<typeof setInterval>;
  /** Releases the recording to other tabs. */
  readonly release: () => void;
}

/** VOX-02: the states from idle to recording to a playable clip. An unsaved recording survives a reload. */
export function useRecorder(userId: string): Recorder {
  const [state, setState] = useState<State>('loading');
  const [seconds, setSeconds] = useState(0);
  const [level, setLevel] = useState(0);
  const [draft, setDraft] = useState<VoiceDraft | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<Running | null>(null);

  useEffect(() => {
    let isGone = false;
    const restore = async () => {
      const kept = await readDraft(userId);
      if (isGone) return;
      setDraft(kept);
      setSeconds(kept?.seconds ?? 0);
      setState(kept ? 'stopped' : 'idle');
    };
    void restore();
    return () => {
      isGone = true;
      end(running);
    };
  }, [userId]);

  const stop = useCallback(() => {
    if (running.current && running.current.recorder.state !== 'inactive') running.current.recorder.stop();
  }, []);

  const start = async () => {
    setProblem(null);
    const type = typeof MediaRecorder === 'undefined' ? undefined : TYPES.find((one) => MediaRecorder.isTypeSupported(one));
    if (!type) return setProblem(t('This browser cannot record sound. Another one, or a newer one, can.'));
    // the browser asks for permission first; a second press in the meantime would start a second recording
    setState('loading');
    const stream = await navigator.mediaDevices?.getUserMedia({ audio: true }).catch(() => null);
    if (!stream) {
      setState('idle');
      return setProblem(t('Could not access microphone. Please check permissions.'));
    }
    const recorder = new MediaRecorder(stream, { mimeType: type, audioBitsPerSecond: 64_000 });
    const { audio, levelNow } = meter(stream);
    let recorded: VoiceDraft = {
      id: crypto.randomUUID(),
      type: recorder.mimeType,
      chunks: [],
      seconds: 0,
      startedAt: actMoment().at,
    };
    let bytes = 0;
    let elapsed = 0;
    let lookedAt = performance.now();
    const timer = setInterval(() => {
      // uses the clock, because timers are throttled in hidden tabs
      const now = performance.now();
      if (recorder.state === 'recording') elapsed += (now - lookedAt) / 1000;
      lookedAt = now;
      if (recorder.state !== 'recording') return;
      setSeconds(Math.floor(elapsed));
      setLevel(levelNow());
      if (elapsed >= VOICE_SECONDS || bytes > VOICE_BYTES * 0.98) recorder.stop();
    }, TICK_MS);
    recorder.addEventListener('dataavailable', ({ data }) => {
      if (data.size === 0) return;
      bytes += data.size;
      recorded = { ...recorded, chunks: [...recorded.chunks, data], seconds: Math.floor(elapsed) };
      void storeChunk(userId, recorded);
    });
    recorder.addEventListener('stop', () => {
      end(running);
      setLevel(0);
      setDraft(recorded.chunks.length > 0 ? recorded : null);
      setState(recorded.chunks.length > 0 ? 'stopped' : 'idle');
      toast('success', t('Recording stopped'));
    });
    running.current = { recorder, stream, audio, timer, release: holdDraft(recorded.id) };
    recorder.start(CHUNK_MS);
    setSeconds(0);
    setDraft(null);
    setState('recording');
    toast('success', t('Recording started'));
  };

  return {
    state,
    seconds,
    level,
    draft,
    problem,
    start,
    stop,
    pause() {
      running.current?.recorder.pause();
      setLevel(0);
      setState('paused');
    },
    resume() {
      running.current?.recorder.resume();
      setState('recording');
    },
    async discard() {
      if (draft) await deleteDraft(draft.id);
      // there may be another unsaved recording
      const kept = await readDraft(userId);
      setDraft(kept);
      setSeconds(kept?.seconds ?? 0);
      setState(kept ? 'stopped' : 'idle');
    },
  };
}

function end(running: { current: Running | null }): void {
  if (!running.current) return;
  const { recorder, stream, audio, timer, release } = running.current;
  running.current = null;
  release();
  clearInterval(timer);
  if (recorder.state !== 'inactive') recorder.stop();
  for (const track of stream.getTracks()) track.stop();
  void audio.close();
}

/** The volume of a stream: the loudest sample of the last moment. */
function meter(stream: MediaStream): { audio: AudioContext; levelNow: () => number } {
  const audio = new AudioContext();
  const analyser = audio.createAnalyser();
  analyser.fftSize = 1024;
  audio.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    audio,
    levelNow() {
      analyser.getFloatTimeDomainData(samples);
      return Math.min(
        1,
        samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
      );
    },
  };
}
