import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import NextIcon from '@mui/icons-material/SkipNextOutlined';
import PauseIcon from '@mui/icons-material/PauseOutlined';
import PlayIcon from '@mui/icons-material/PlayArrowOutlined';
import PreviousIcon from '@mui/icons-material/SkipPreviousOutlined';
import StopIcon from '@mui/icons-material/StopOutlined';
import { styled } from '@mui/material/styles';
import { writeStoredChoice, readStoredChoice } from '#frontend/lib/drafts/persisted-choice.ts';
import { wantsReducedMotion } from '#frontend/lib/preferences/reduced-motion.ts';
import { t } from '#frontend/lib/text.ts';
import { highlightRanges, rangeOf, readVisibleText, scrollToRange } from '#frontend/lib/visible-text.ts';
import IconButton from '@mui/material/IconButton';
import { sentencesOf } from './sentences.ts';

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 4,
  '& select': {
    ...theme.typography.body2,
    minHeight: 40,
    color: 'inherit',
    background: 'none',
    border: `1px solid ${theme.vars.palette.line.control}`,
  },
  '& p': { ...theme.typography.body2, margin: 0, marginInlineStart: 8 },
}));

const SPEEDS = [0.75, 1, 1.25, 1.5, 2];
/** Height of the sticky header, px. */
const HEAD_PX = 100;
const SPEED_KEY = 'reading_speed';
/** Name of the highlight of the spoken sentence. */
const SPOKEN = 'spoken';

const isSameLanguage = (voice: SpeechSynthesisVoice, language: string): boolean =>
  voice.lang.toLowerCase().replace('_', '-').split('-')[0] === language.split('-')[0];

interface ReadAloudProps {
  readonly root: Element;
  /** As in `lang`; absent: the interface's. */
  readonly language: string | undefined;
  readonly onStop: () => void;
}

/** Reads a lesson aloud with the system's voice, sentence by sentence, and highlights the current one. */
export default function ReadAloud({ root, language, onStop }: ReadAloudProps) {
  const lang = language ?? document.documentElement.lang;
  const text = useMemo(() => readVisibleText(root), [root]);
  const sentences = useMemo(() => sentencesOf(text, lang), [text, lang]);
  // starts at the first visible sentence
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      sentences.findIndex(({ start, end }) => (rangeOf(text, start, end)?.getBoundingClientRect?.().bottom ?? 0) > HEAD_PX),
    ),
  );
  const [isPlaying, setPlaying] = useState(true);
  const [speed, setSpeed] = useState(() => SPEEDS.find((one) => String(one) === readStoredChoice(SPEED_KEY)) ?? 1);
  const [voices, setVoices] = useState(() => speechSynthesis.getVoices());
  const stop = useRef(onStop);
  useEffect(() => {
    stop.current = onStop;
  });

  useEffect(() => {
    const onVoices = () => setVoices(speechSynthesis.getVoices());
    speechSynthesis.addEventListener('voiceschanged', onVoices);
    return () => {
      speechSynthesis.removeEventListener('voiceschanged', onVoices);
      speechSynthesis.cancel();
      highlightRanges(SPOKEN, []);
    };
  }, []);

  const voice = voices.find((one) => isSameLanguage(one, lang)) ?? null;
  const hasNoVoice = voices.length > 0 && voice === null;
  useEffect(() => {
    const sentence = sentences[at];
    if (!sentence) {
      stop.current();
      return;
    }
    const range = rangeOf(text, sentence.start, sentence.end);
    highlightRanges(SPOKEN, range ? [range] : []);
    if (range?.getBoundingClientRect) {
      const { top, bottom } = range.getBoundingClientRect();
      if (top < HEAD_PX || bottom > window.innerHeight - 40) scrollToRange(range, !wantsReducedMotion());
    }
    if (!isPlaying || hasNoVoice) return;
    const utterance = new SpeechSynthesisUtterance(sentence.text);
    utterance.lang = lang;
    utterance.rate = speed;
    utterance.voice = voice;
    let isOver = false;
    utterance.addEventListener('end', () => isOver || setAt((now) => now + 1));
    utterance.addEventListener('error', ({ error }) => {
      if (!isOver && error !== 'canceled' && error !== 'interrupted') setPlaying(false);
    });
    speechSynthesis.speak(utterance);
    return () => {
      isOver = true;
      speechSynthesis.cancel();
    };
  }, [at, isPlaying, speed, voice, hasNoVoice, lang, sentences, text]);

  const move = useCallback((by: number) => setAt((now) => Math.min(sentences.length - 1, Math.max(0, now + by))), [sentences]);
  return (
    <Bar role="group" aria-label={t('Reading aloud')}>
      <IconButton aria-label={t('Previous sentence')} onClick={() => move(-1)}>
        <PreviousIcon fontSize="small" aria-hidden />
      </IconButton>
      <IconButton aria-label={isPlaying ? t('Pause') : t('Continue reading')} onClick={() => setPlaying(!isPlaying)}>
        {isPlaying ? <PauseIcon fontSize="small" aria-hidden /> : <PlayIcon fontSize="small" aria-hidden />}
      </IconButton>
      <IconButton aria-label={t('Next sentence')} onClick={() => move(1)}>
        <NextIcon fontSize="small" aria-hidden />
      </IconButton>
      <select
        aria-label={t('Speed')}
        value={speed}
        onChange={({ target }) => {
          setSpeed(Number(target.value));
          writeStoredChoice(SPEED_KEY, target.value);
        }}
      >
        {SPEEDS.map((one) => (
          <option key={one} value={one}>
            {t('{n}×', { n: String(one) })}
          </option>
        ))}
      </select>
      <IconButton aria-label={t('Stop reading aloud')} onClick={onStop}>
        <StopIcon fontSize="small" aria-hidden />
      </IconButton>
      {hasNoVoice && <p role="status">{t('This device has no voice for the language of the lesson.')}</p>}
    </Bar>
  );
}
