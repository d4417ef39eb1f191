import { describe, expect, it } from 'vitest';
import { readWav } from '#ops/sandbox/speech/read-wav.ts';
import { speakOffline } from './speak-offline.command.ts';
import { INSTALLATION } from '#domain/platform/turns/turns.ts';

const signal = new AbortController().signal;
const speak = (text: string, changes: object = {}) =>
  speakOffline({ text, isSecond: false, language: 'en', turn: INSTALLATION, signal, ...changes });

describe('the mechanical voice of this machine', () => {
  it('speaks, and returns when each word is heard', async () => {
    const { sound, words } = await speak('The moon pulls at the sea. The sea follows.');
    const { samples, rate } = readWav(sound)!;
    const seconds = samples.length / rate;
    expect(seconds).toBeGreaterThan(2);
    expect(words.map(({ text }) => text)).toEqual('The moon pulls at the sea The sea follows'.split(' '));
    const times = words.flatMap(({ start, end }) => [start, end]);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)).toBeCloseTo(seconds, 1);
  });

  it('has a second voice, and those of other languages', { tags: 'slow' }, async () => {
    const [first, second, spanish] = await Promise.all([
      speak('Good morning.'),
      speak('Good morning.', { isSecond: true }),
      speak('Buenos días a todos.', { language: 'es' }),
    ]);
    expect(Buffer.from(first.sound).equals(second.sound)).toBe(false);
    expect(spanish.words.map(({ text }) => text)).toEqual(['Buenos', 'días', 'a', 'todos']);
    for (const language of ['zh', 'ja', 'ko', 'ar', 'hi', 'ru', 'pt', 'de', 'fr', 'it'])
      expect(readWav((await speak('1 2 3', { language })).sound)!.samples.length, language).toBeGreaterThan(10_000);
  });

  it('an empty text is silence', async () => {
    expect((await speak('…')).words).toEqual([]);
  });
});
