import { joinWords } from '#contract/voice/join-words.ts';
import type { SpokenWord } from '#contract/voice/voice.contract.ts';

/** Limits of a cue: characters, seconds, and the pause that ends it. */
const CUE = { characters: 64, seconds: 5, pause: 0.8 } as const;

/** Converts words with times to WebVTT; null without speech. */
export function webVtt(words: readonly SpokenWord[]): string | null {
  const cues: SpokenWord[] = [];
  for (const { text, start, end } of words) {
    const last = cues.at(-1);
    const fits = last && last.text.length + text.length < CUE.characters && end - last.start <= CUE.seconds && start - last.end < CUE.pause;
    if (fits) cues[cues.length - 1] = { text: joinWords([last.text, text]), start: last.start, end };
    else cues.push({ text, start, end });
  }
  if (cues.length === 0) return null;
  const lines = cues.map(({ text, start, end }) => `${timeOf(start)} --> ${timeOf(Math.max(end, start + 0.1))}\n${escaped(text)}`);
  return `WEBVTT\n\n${lines.join('\n\n')}\n`;
}

function timeOf(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
