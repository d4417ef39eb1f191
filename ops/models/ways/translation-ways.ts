import { isObject } from '../../sandbox/wire/wire.ts';
import { readTags } from '../../sandbox/answers/read-tags.ts';
import type { Call } from '../stand-in/call.ts';
import { listIn, type Way } from './way.ts';

const cause = /faithful|declin|refus|same as|untranslated|not translated|language|could not be translated|is missing|original/i;
const REFUSAL = "I'm sorry, but I can't help with that.";

/** Returns the originals of the texts to translate, by their ids. */
function originals({ system, user }: Call): Map<string, string> {
  const { texts } = readTags(`${system}\n${user}`);
  return new Map((Array.isArray(texts) ? texts.filter(isObject) : []).map(({ id, text }) => [String(id), String(text)]));
}

const way = (
  id: string,
  source: string,
  servers: string,
  change: (text: string, original: string, place: number) => string,
  rest: Partial<Way> = {},
): Way => ({
  id: `translation-${id}`,
  kind: 'translation',
  source,
  servers,
  must: { cause },
  purposes: ['translation'],
  befalls: ['translation'],
  value: (answer, call) => {
    const from = originals(call);
    listIn(answer, 'translations').forEach(
      (one, place) => (one['text'] = change(String(one['text']), from.get(String(one['id'])) ?? '', place)),
    );
  },
  ...rest,
});

/** Faults only of translations. Their judge, if called, answers as for a good one. */
export const TRANSLATION_WAYS: readonly Way[] = [
  way('refused', 'rockbenben/subtitle-translator#68', 'any', () => REFUSAL, { isTested: true }),
  way('refused-in-part', 'rockbenben/subtitle-translator#68', 'any', (text, _original, place) => (place % 4 === 1 ? REFUSAL : text)),
  way('untouched', 'SubtitleEdit/subtitleedit#10603', 'small models', (_text, original) => original, { isTested: true }),
  way('untouched-in-part', 'SubtitleEdit/subtitleedit#10603', 'small models', (text, original, place) =>
    place % 3 === 1 ? original : text,
  ),
  way('into-spanish', 'QwenLM/Qwen3#302', 'small models', (text) =>
    text.replaceAll(/\p{L}{3,}/gu, (_, at: number) => ['porque', 'cuando', 'los', 'las', 'para', 'este', 'pero', 'cada'][at % 8]!),
  ),
  way('half', 'ollama/ollama#3839', 'small models', (text) => text.slice(0, Math.floor(text.length * 0.4))),
  way('with-words-before', 'SubtitleEdit/subtitleedit#8293', 'any', (text) => `Here is the translation:\n\n${text}`, { must: 'right' }),
  way(
    'with-an-apology',
    'machinewrapped/llm-subtrans#38',
    'any',
    (text) => `I apologize for the mistake. Here is the corrected translation:\n\n${text}`,
    { must: 'right' },
  ),
  way('announced-in-its-language', 'SubtitleEdit/subtitleedit#8293', 'any', (text) => `Voici la traduction :\n\n${text}`, {
    must: 'right',
  }),
  way('labelled', 'SubtitleEdit/subtitleedit#8293', 'any', (text) => `**Traduction :** ${text}`, { must: 'right' }),
  way('with-a-note', 'machinewrapped/llm-subtrans#169', 'any', (text) => `${text} (Note: names of things are kept.)`),
  way('in-quotation-marks', 'SubtitleEdit/subtitleedit#8293', 'any', (text) => `“${text}”`, { must: 'right' }),
  way('with-the-original', 'machinewrapped/llm-subtrans#59', 'any', (text, original) => `${original}\n\n${text}`),
  way('without-placeholders', 'machinewrapped/llm-subtrans#169', 'small models', (text) => text.replaceAll(/⟦\d+⟧/g, '')),
  way('without-numbers', 'machinewrapped/llm-subtrans#169', 'small models', (text) => text.replaceAll(/(?<!⟦)\b\d+\b(?!⟧)/g, 'quelques')),
  way('moved-by-one', 'SubtitleEdit/subtitleedit#8293', 'any', (text) => text, {
    value: (answer) => {
      const list = listIn(answer, 'translations');
      const texts = list.map(({ text }) => text);
      list.forEach((one, at) => (one['text'] = texts[(at + 1) % texts.length]));
    },
  }),
  way('some-missing', 'machinewrapped/llm-subtrans#38', 'small models', (text) => text, {
    must: 'right',
    rate: 0.4,
    value: (answer) => void (answer['translations'] = listIn(answer, 'translations').filter((_, at) => at % 3 !== 1)),
  }),
  way('as-a-map', 'SubtitleEdit/subtitleedit#15009', 'small models', (text) => text, {
    must: 'right',
    value: (answer) =>
      void (answer['translations'] = Object.fromEntries(listIn(answer, 'translations').map(({ id, text }) => [String(id), text]))),
  }),
  {
    id: 'translation-judged-unfaithful',
    kind: 'translation',
    source: 'modelscope/evalscope#1588',
    servers: 'any',
    must: { cause },
    isTested: true,
    purposes: ['translation'],
    value: (answer) => {
      for (const one of listIn(answer, 'translations')) one['text'] = `${String(one['text'])} Le contraire est vrai.`;
      if ('is_faithful' in answer)
        Object.assign(answer, { is_faithful: false, problems: ['Every passage says something else than its original.'] });
      for (const one of listIn(answer, 'fidelity_verdicts').concat(listIn(answer, 'verdicts'), listIn(answer, 'pairs')))
        if ('is_faithful' in one) Object.assign(one, { is_faithful: false, problems: ['It says something else.'] });
    },
  },
];
