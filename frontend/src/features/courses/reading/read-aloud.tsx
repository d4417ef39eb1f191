import { useEffect, useMemo, useRef, useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Select from '@mui/material/Select';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { writeStoredChoice, readStoredChoice } from '#frontend/lib/drafts/persisted-choice.ts';
import { wantsReducedMotion } from '#frontend/lib/preferences/reduced-motion.ts';
import { t } from '#frontend/lib/text.ts';
import { highlightRanges, rangeOf, readVisibleText, scrollToRange, type VisibleText } from '#frontend/lib/visible-text.ts';
import {
  NavigateBeforeIcon,
  NavigateNextIcon,
  PauseIcon,
  PlayArrowIcon,
  SkipNextIcon,
  SkipPreviousIcon,
  StopIcon,
} from '#frontend/ui/feature-icons.tsx';
import { PlayerKey } from '#frontend/ui/player-key.tsx';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';

// at the bottom of the window, where lessons have no bar
const Player = styled(Paper)(({ theme }) => ({
  position: 'fixed',
  zIndex: theme.zIndex.appBar,
  insetInline: 0,
  insetBlockEnd: 'calc(env(safe-area-inset-bottom) + 8px)',
  boxSizing: 'border-box',
  width: 'fit-content',
  maxWidth: 'calc(100vw - 16px)',
  marginInline: 'auto',
  padding: '0 12px 6px',
  [theme.breakpoints.up('md')]: { insetBlockEnd: 16 },
}));

const SPEEDS = [0.75, 1, 1.25, 1.5, 2];
/** Height of the sticky header, px. */
const HEAD_PX = 100;
const SPEED_KEY = 'reading_speed';
/** Names of the highlights of the spoken sentence and of the word in it. */
const SPOKEN = 'spoken';
const SPOKEN_WORD = 'spoken-word';
/** Height of the player including its distance to the bottom of the window, in px; the spoken sentence stays above it. */
const FOOT_PX = 126;

const isSameLanguage = (voice: SpeechSynthesisVoice, language: string): boolean =>
  voice.lang.toLowerCase().replace('_', '-').split('-')[0] === language.split('-')[0];

interface ReadAloudProps {
  readonly root: Element;
  /** As in the `lang` attribute; absent for the interface's language. */
  readonly language: string | undefined;
  readonly onStop: () => void;
  /** Opens the next lesson and reads it; null at the last one. */
  readonly onNext: (() => void) | null;
}

/**
 * Reads a lesson aloud with the system's voice, sentence by sentence. Highlights the current sentence and, if the voice reports its
 * position, the word. At the end it waits: a press reads the next lesson.
 */
export default function ReadAloud({ root, language, onStop, onNext }: ReadAloudProps) {
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
  const hasNext = onNext !== null;
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
      highlightRanges(SPOKEN_WORD, []);
    };
  }, []);

  const voice = voices.find((one) => isSameLanguage(one, lang)) ?? null;
  const hasNoVoice = voices.length > 0 && voice === null;
  useEffect(() => {
    const sentence = sentences[at];
    if (!sentence) {
      highlightRanges(SPOKEN, []);
      if (!hasNext) stop.current();
      return;
    }
    const range = rangeOf(text, sentence.start, sentence.end);
    highlightRanges(SPOKEN, range ? [range] : []);
    if (range?.getBoundingClientRect) {
      const { top, bottom } = range.getBoundingClientRect();
      if (top < HEAD_PX || bottom > window.innerHeight - FOOT_PX) scrollToRange(range, !wantsReducedMotion());
    }
    if (!isPlaying || hasNoVoice) return;
    const utterance = new SpeechSynthesisUtterance(sentence.text);
    utterance.lang = lang;
    utterance.rate = speed;
    utterance.voice = voice;
    let isOver = false;
    utterance.addEventListener('boundary', ({ name, charIndex, charLength }) => {
      if (isOver || name !== 'word') return;
      const length = charLength || (/^[\p{L}\p{M}\p{N}’'-]+/u.exec(sentence.text.slice(charIndex))?.[0].length ?? 0);
      const word = rangeOf(text, sentence.start + charIndex, sentence.start + charIndex + length);
      highlightRanges(SPOKEN_WORD, word ? [word] : []);
    });
    utterance.addEventListener('end', () => isOver || setAt((now) => now + 1));
    utterance.addEventListener('error', ({ error }) => {
      if (!isOver && error !== 'canceled' && error !== 'interrupted') setPlaying(false);
    });
    speechSynthesis.speak(utterance);
    return () => {
      isOver = true;
      speechSynthesis.cancel();
      highlightRanges(SPOKEN_WORD, []);
    };
  }, [at, isPlaying, speed, voice, hasNoVoice, hasNext, lang, sentences, text]);

  const isOver = at >= sentences.length;
  const move = (by: number) => setAt(Math.min(sentences.length - 1, Math.max(0, at + by)));
  const skip = (by: 1 | -1) => setAt(paragraphFrom(text.text, sentences, at, by));
  return (
    <Player elevation={0} variant="outlined" role="group" aria-label={t('Reading aloud')}>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center', justifyContent: 'center' }}>
        {/* the buttons of a player have the same order in every language */}
        <Box dir="ltr" sx={{ display: 'flex' }}>
          <PlayerKey label={t('Previous paragraph')} icon={<SkipPreviousIcon />} onPress={() => skip(-1)} />
          <PlayerKey label={t('Previous sentence')} icon={<NavigateBeforeIcon />} onPress={() => move(-1)} />
          <PlayerKey
            label={isPlaying ? t('Pause') : t('Continue reading')}
            icon={isPlaying ? <PauseIcon /> : <PlayArrowIcon />}
            isOff={isOver}
            onPress={() => setPlaying(!isPlaying)}
          />
          <PlayerKey label={t('Next sentence')} icon={<NavigateNextIcon />} isOff={isOver} onPress={() => move(1)} />
          <PlayerKey label={t('Next paragraph')} icon={<SkipNextIcon />} isOff={isOver} onPress={() => skip(1)} />
        </Box>
        <Select
          native
          size="small"
          variant="standard"
          value={speed}
          inputProps={{ 'aria-label': t('Speed') }}
          onChange={({ target }) => {
            setSpeed(Number(target.value));
            writeStoredChoice(SPEED_KEY, String(target.value));
          }}
          sx={{ marginInline: 1 }}
        >
          {SPEEDS.map((one) => (
            <option key={one} value={one}>
              {t('{n}×', { n: String(one) })}
            </option>
          ))}
        </Select>
        <PlayerKey label={t('Stop reading aloud')} icon={<StopIcon />} onPress={onStop} />
        {onNext && (
          <Button size="small" variant={isOver ? 'contained' : 'text'} onClick={onNext}>
            {t('Read the next lesson')}
          </Button>
        )}
      </Stack>
      <ProgressMeter label={t('Reading progress')} value={sentences.length === 0 ? 0 : Math.round((at / sentences.length) * 100)} />
      {hasNoVoice && (
        <Typography variant="body2" role="status" sx={{ marginBlockStart: 1 }}>
          {t('This device has no voice for the language of the lesson.')}
        </Typography>
      )}
    </Player>
  );
}

/** A sentence of a text, with its position. */
interface Sentence {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Some voices cut longer texts off in the middle. */
const LONGEST = 280;

/**
 * Splits a text into sentences. The end of a block element ends a sentence, even without a full stop.
 * @param language as in the `lang` attribute
 */
export function sentencesOf({ text }: Pick<VisibleText, 'text'>, language: string | undefined): Sentence[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  const sentences: Sentence[] = [];
  let at = 0;
  for (const block of text.split('\n')) {
    for (const { segment, index } of segmenter.segment(block)) {
      for (const piece of piecesOf(segment, at + index)) if (/[\p{L}\p{N}]/u.test(piece.text)) sentences.push(piece);
    }
    at += block.length + 1;
  }
  return sentences;
}

function piecesOf(segment: string, from: number): Sentence[] {
  const pieces: Sentence[] = [];
  let rest = segment;
  let at = from;
  while (rest.length > LONGEST) {
    const cut = Math.max(rest.lastIndexOf(', ', LONGEST), rest.lastIndexOf('; ', LONGEST)) + 1 || rest.lastIndexOf(' ', LONGEST) || LONGEST;
    pieces.push(trimmed(rest.slice(0, cut), at));
    at += cut;
    rest = rest.slice(cut);
  }
  return [...pieces, trimmed(rest, at)];
}

function trimmed(text: string, start: number): Sentence {
  const lead = text.length - text.trimStart().length;
  const body = text.trim();
  return { text: body, start: start + lead, end: start + lead + body.length };
}

/**
 * The sentence that begins the next or the previous paragraph; backwards, first the start of the current paragraph. Paragraphs are the
 * lines of the text.
 * @param at index of the current sentence; after the end, one beyond the last
 */
export function paragraphFrom(text: string, sentences: readonly Sentence[], at: number, by: 1 | -1): number {
  const begins = sentences.flatMap(({ start }, index) => {
    const before = sentences[index - 1];
    return !before || text.slice(before.end, start).includes('\n') ? [index] : [];
  });
  return (by === 1 ? begins.find((index) => index > at) : begins.findLast((index) => index < at)) ?? (by === 1 ? sentences.length : 0);
}
