import { describe, expect, it } from 'vitest';
import { LANGUAGE_CODES } from '#contract/courses/languages.ts';
import type { Language } from '#domain/vendors/llm/hygiene/foreign-share.ts';
import { SAMPLES } from '#domain/vendors/llm/hygiene/language-samples.factory.ts';
import { interfaceCatalogue } from './interface/interface-catalogue.ts';
import { checkTexts, checkTranslation } from './check-translation.ts';

const LANGUAGES = Object.keys(SAMPLES) as Language[];
const sentences = (language: Language): string[] => SAMPLES[language].match(/[^.!?。！？।؟]+[.!?。！？।؟]*/g)!.map((one) => one.trim());
const INTO_GERMAN = { source: 'en', target: 'de' };
const ENGLISH = sentences('english');
const GERMAN = sentences('german');

/** Checks a translation of several passages. @returns its flaw, or null */
function flawOf(source: readonly string[], texts: readonly string[], languages = INTO_GERMAN): string | null {
  const checked = checkTranslation({
    source: [...source],
    texts: [...texts],
    languages,
    prose: (all) => all,
    isSameStructure: (one, other) => one.length === other.length,
  });
  return typeof checked === 'string' ? checked : null;
}

const oneOf = (change: (text: string, place: number) => string) => flawOf(ENGLISH, GERMAN.map(change));
const each = (change: (text: string) => string) => (text: string) => change(text);

describe('a translation', () => {
  it.each(LANGUAGES)('into %s of human text passes, from every course language', (target) => {
    for (const source of LANGUAGES) {
      if (source === target) continue;
      const languages = { source: LANGUAGE_CODES[source], target: LANGUAGE_CODES[target] };
      // the whole text is one passage, because not every sentence has its counterpart in the other language
      expect(flawOf([SAMPLES[source]], [SAMPLES[target]], languages), source).toBeNull();
    }
  });

  it.each(LANGUAGES)('into a language other than %s does not', (target) => {
    for (const source of LANGUAGES) {
      if (source === target) continue;
      for (const other of LANGUAGES) {
        if (other === target || other === source) continue;
        const languages = { source: LANGUAGE_CODES[source], target: LANGUAGE_CODES[target] };
        expect(flawOf([SAMPLES[source]], [SAMPLES[other]], languages), `${source} as ${other}`).not.toBeNull();
      }
    }
  });

  it.each<[string, string, (text: string, place: number) => string]>([
    ['came back as it was', 'untouched', (_, place) => ENGLISH[place]!],
    ['has its original before it', 'language', (text, place) => `${ENGLISH[place]} ${text}`],
    ['has its original before it in a passage', 'untouched', (text, place) => (place < 2 ? `${ENGLISH[place]} ${text}` : text)],
    ['declines everywhere', 'refusal', each(() => "I'm sorry, but I can't help with that.")],
    ['declines once', 'refusal', (text, place) => (place === 1 ? 'Es tut mir leid, aber dabei kann ich nicht helfen.' : text)],
    ['talks of the task', 'talk', (text, place) => (place === 1 ? `Here is the translation of the text: ${text}` : text)],
    ['talks of the task in its own language', 'talk', (text, place) => (place === 1 ? `Hier ist die Übersetzung: ${text}` : text)],
    ['is called a translation', 'talk', (text, place) => (place === 1 ? `**Translation:** ${text}` : text)],
    ['has a note of its translator', 'talk', (text, place) => (place === 1 ? `${text} (Note: "hive" is kept.)` : text)],
    ['offers more', 'talk', (text, place) => (place === 1 ? `${text} Let me know if you need anything else!` : text)],
    ['speaks as a machine', 'talk', (text, place) => (place === 1 ? `Als KI-Sprachmodell sage ich: ${text}` : text)],
    ['has marks of a template', 'marks', (text, place) => (place === 1 ? `${text} <|im_end|> <|im_start|>user` : text)],
    ['says the same again and again', 'loop', (text, place) => (place === 1 ? 'Die Bienen fliegen am Morgen aus. '.repeat(12) : text)],
    ['lacks the second half of each passage', 'unfinished', (text) => text.slice(0, text.length * 0.35)],
    ['leaves out the second half of each passage', 'length', (text) => `${text.slice(0, text.length * 0.35)}.`],
    ['breaks off in each passage', 'unfinished', (text) => text.slice(0, text.length * 0.8)],
    ['has signs that nobody can read', 'marks', (text, place) => (place === 1 ? `${text} Das ist fÃ¼r die KÃ¶nigin.` : text)],
    ['has lost a sign', 'marks', (text, place) => (place === 1 ? `${text} F\ufffdr sie.` : text)],
    ['has a note of its translator in short', 'talk', (text, place) => (place === 1 ? `${text} (A. d. Ü.)` : text)],
    ['declines in one sentence', 'refusal', (text, place) => (place === 1 ? 'That is not something I can do.' : text)],
    ['says what was done', 'talk', (text, place) => (place === 1 ? `Ich habe den Text übersetzt. ${text}` : text)],
    ['hopes that it helps', 'talk', (text, place) => (place === 1 ? `${text} Ich hoffe, das hilft!` : text)],
    ['says the same of all', 'twin', () => GERMAN[0]!],
  ])('that %s is not faithful', (_, flaw, change) => {
    expect(oneOf(change)).toBe(flaw);
  });

  it('that has lost a number is not faithful, but numbers may be written in another form', () => {
    const lose = (text: string) => flawOf(['A hive of 35 frames weighs 1,250 grams in the spring of the year.'], [text]);
    expect(lose('Ein Stock mit 35 Rähmchen wiegt im Frühling des Jahres 1.250 Gramm.')).toBeNull();
    expect(lose('Ein Stock mit 35 Rähmchen wiegt im Frühling des Jahres 1 250 Gramm.')).toBeNull();
    expect(lose('Ein Stock mit vielen Rähmchen wiegt im Frühling des Jahres 1250 Gramm.')).toBe('numbers');
    expect(lose('Ein Stock mit 53 Rähmchen wiegt im Frühling des Jahres 1250 Gramm.')).toBe('numbers');
    expect(
      flawOf(
        ['It opens at 10 pm in the 20th century, for 12 million of the bees.'],
        ['Im zwanzigsten Jahrhundert ist um 22 Uhr offen, für viele Bienen.'],
      ),
    ).toBeNull();
    expect(
      flawOf(['In this hive there are 35 frames for the bees.'], ['في هذه الخلية ٣٥ إطارًا للنحل الذي يعيش فيها.'], {
        source: 'en',
        target: 'ar',
      }),
    ).toBeNull();
  });

  const numbersIn = (source: string, text: string, target = 'de') =>
    checkTexts([{ id: '0', source, text }], { source: 'en', target }).flaws.includes('numbers');
  it.each([
    ['The war ended in 1945.', 'Der Krieg endete 1954.'],
    ['In 1969', '1996'],
    ['About 1,500 years', 'Etwa 15.000 Jahre'],
    ['It costs 12.50 euros', 'Es kostet 1250 Euro'],
    ['The hive weighs 3.75 kilograms in the spring of that year.', 'Der Stock wiegt im Frühling dieses Jahres 37,5 Kilogramm.'],
    ['Some 1,250 bees', 'Rund 12.500 Bienen'],
  ])('of %s is not %s', (source, text) => expect(numbersIn(source, text)).toBe(true));
  it.each([
    ['The war ended in 1945.', 'Der Krieg endete 1945.'],
    ['About 1,500 years', 'Etwa 1.500 Jahre'],
    ['About 1,500 years', 'Etwa 1 500 Jahre'],
    ['About 1,234,500.5 grams', 'Etwa 1.234.500,5 Gramm'],
    ['It costs 12.50 euros', 'Es kostet 12,5 Euro'],
    ['It costs 12.50 euros', 'Es kostet 12 Euro 50'],
    ['At 10:30 they fly', 'Um 10.30 Uhr fliegen sie'],
    ['On 05/12/2020', 'Am 5.12.2020'],
    ['Wait 12 months', 'Warte zwölf Monate'],
    ['In 1969 25 bees', '1969 waren es 25 Bienen'],
    ['Weighs 12,250kg', 'Wiegt 12.250 kg'],
    ['In 15,000 hives', '在1.5万个蜂箱里', 'zh'],
    ['In 20 hives', '在二十个蜂箱里', 'zh'],
    ['About 100,000 bees', 'लगभग १,००,००० मधुमक्खियाँ', 'hi'],
    ['About 1,250.5 grams', 'حوالي ١٬٢٥٠٫٥ غرام', 'ar'],
  ])('of %s may be %s', (source, text, target = 'de') => expect(numbersIn(source, text, target)).toBe(false));

  it('may have capitals with a tilde before a quotation mark', () => {
    const of = (text: string) =>
      checkTexts([{ id: '0', source: 'The sign reads "TOMORROW".', text }], { source: 'en', target: 'pt' }).flaws;
    for (const text of ['A placa diz “AMANHÔ.', 'A placa diz «AMANHû.', 'A letra é “Ô.', 'NÃO É AQUI.']) expect(of(text), text).toEqual([]);
  });

  it('that is half done is detected by consecutive untranslated words, but not by names and quotations', () => {
    const flaws = (source: string, text: string) => checkTexts([{ id: '0', source, text }], INTO_GERMAN).flaws;
    for (const [source, text] of [
      [
        'The queen lays her eggs in the cells of the comb all day long.',
        'Die Königin legt ihre Eier in the cells of the comb, den ganzen Tag lang.',
      ],
      [
        'Look at the frame when it is in the sun and wait for the bees.',
        'Sieh dir den Rahmen an, when it is in der Sonne, und warte auf die Bienen.',
      ],
      ['The bees dance in the hive at noon.', 'Die Bienen dance in the hive am Mittag.'],
    ] as const)
      expect(flaws(source, text), text).toEqual(['untouched']);
    for (const [source, text] of [
      ['She reads Gone with the Wind in the garden every evening.', 'Sie liest jeden Abend Gone with the Wind im Garten.'],
      ['He says “to be or not to be” to his bees each morning.', 'Er sagt jeden Morgen “to be or not to be” zu seinen Bienen.'],
      ['The song *by the light of the moon* is sung to the bees.', 'Das Lied *by the light of the moon* wird den Bienen vorgesungen.'],
      ['The point of no return is far behind the bees by now.', 'Der Point of no return liegt nun weit hinter den Bienen.'],
    ] as const)
      expect(flaws(source, text), text).not.toContain('untouched');
  });

  it('may leave one passage in ten untranslated, and counts it', () => {
    const source = [...ENGLISH, ...ENGLISH.map((text) => `${text} So it is.`), 'To be or not to be is the question.'];
    const texts = [...GERMAN, ...GERMAN.map((text) => `${text} So ist es.`), 'To be or not to be is the question.'];
    const checked = checkTranslation({ source, texts, languages: INTO_GERMAN, prose: (all) => all, isSameStructure: () => true });
    expect(checked).toMatchObject({ left: 1 });
  });

  it('with restored pieces is unfaithful for the problem of those, not for its language', () => {
    const put = (texts: readonly string[], unusable: readonly [string, 'structure' | 'refusal'][]) =>
      checkTranslation({
        source: [...ENGLISH],
        texts: [...texts],
        languages: INTO_GERMAN,
        prose: (all) => all,
        isSameStructure: () => true,
        unusable: new Map(unusable),
      });
    const half = GERMAN.map((text, place) => (place % 2 === 0 ? ENGLISH[place]! : text));
    const lost = ENGLISH.flatMap((text, place): [string, 'structure'][] => (place % 2 === 0 ? [[text, 'structure']] : []));
    expect(put(half, lost)).toBe('structure');
    expect(
      put(
        ENGLISH,
        ENGLISH.map((text) => [text, 'refusal']),
      ),
    ).toBe('refusal');
    // a service that returned them unchanged
    expect(put(ENGLISH, [])).toBe('untouched');
    expect(put(ENGLISH, [[ENGLISH[0]!, 'structure']])).toBe('untouched');
  });

  it('that lacks one sentence is incomplete, however short', () => {
    const short = 'The length of the run is the distance.';
    const put = (unusable: readonly [string, 'structure'][]) =>
      checkTranslation({
        source: [...ENGLISH, short],
        texts: [...GERMAN, short],
        languages: INTO_GERMAN,
        prose: (all) => all,
        isSameStructure: () => true,
        unusable: new Map(unusable),
      });
    expect(put([[short, 'structure']])).toBe('structure');
  });

  it('keeps the sentences of a third language, in a course about it', () => {
    const spanish = sentences('spanish').slice(0, 3);
    expect(flawOf([...ENGLISH, ...spanish], [...GERMAN, ...spanish])).toBeNull();
  });

  it('may keep names, code, formulas and headlines', () => {
    const kept = [
      'Kubernetes',
      '`npm run start`',
      '$a^2 + b^2 = c^2$',
      'Buckfast',
      'Name',
      'CO₂ / O₂',
      'ReplicaSet Deployment Pod Service',
    ];
    expect(flawOf([...ENGLISH, ...kept], [...GERMAN, ...kept])).toBeNull();
  });

  it('of many headlines that came back unchanged is not faithful', () => {
    const heads = ['Open it', 'First look', 'Close the lid', 'Write it down', 'Wait a day'];
    expect(flawOf(heads, heads)).toBe('untouched');
  });

  it('of a text about translating may speak of it', () => {
    const of = (source: string, text: string) => checkTexts([{ id: 'a', source, text }], { source: 'en', target: 'de' }).flaws;
    expect(
      of(
        'A translation has two readers: one who knows the original, and one who does not.',
        'Eine Übersetzung hat zwei Leser: einen, der das Original kennt, und einen, der es nicht kennt.',
      ),
    ).toEqual([]);
    expect(
      of(
        'Open the hive slowly (note: wear your veil) and look at it.',
        'Öffne den Stock langsam (Hinweis: trage deinen Schleier) und sieh ihn dir an.',
      ),
    ).toEqual([]);
  });

  it('of a text that teaches refusals may contain one', () => {
    const no = ["I'm sorry, but I can't help with that.", ...ENGLISH];
    expect(flawOf(no, ['Es tut mir leid, aber dabei kann ich nicht helfen.', ...GERMAN])).toBeNull();
  });
});

describe('human translations', () => {
  // counted nouns have their own form in each language, with braces for it
  const isPlain = (text: string) => !text.includes('plural,');

  /** Takes every nth text; at most `most` of them may be found doubtful. */
  function judge(target: 'es' | 'ar', { every, most }: { readonly every: number; readonly most: number }): void {
    const texts = Object.entries(interfaceCatalogue().handMade[target]).filter(([source]) => isPlain(source));
    expect(texts.length).toBeGreaterThan(2_000);
    const pairs = texts.flatMap(([source, text], at) => (at % every === 0 ? [{ id: source, source, text }] : []));
    const parts = Array.from({ length: Math.ceil(pairs.length / 60) }, (_, part) => pairs.slice(part * 60).slice(0, 60));
    const languages = { source: 'en', target };
    const doubted = parts.flatMap((part) => {
      const { checked, flaws } = checkTexts(part, languages);
      return part.filter(({ id }) => !checked.has(id)).map(({ text, source }) => [flaws.join(), source, text]);
    });
    expect(doubted.slice(0, most)).toEqual(doubted);
    for (const part of parts)
      expect(
        flawOf(
          part.map(({ source }) => source),
          part.map(({ text }) => text),
          languages,
        ),
      ).toBeNull();
  }

  it.each(['es', 'ar'] as const)(
    'into %s: hardly any of the interface’s and the legal pages’ texts is doubted, and none refused',
    (target) => judge(target, { every: 12, most: 4 }),
  );
  it.each(['es', 'ar'] as const)('into %s: not all of them either', { tags: 'slow' }, (target) => judge(target, { every: 1, most: 8 }));
});

describe('texts of a list', () => {
  const pairs = ENGLISH.map((source, id) => ({ id: String(id), source, text: GERMAN[id]! }));

  it('are checked one by one', () => {
    const { checked, flaws } = checkTexts([{ ...pairs[0]!, text: pairs[0]!.source }, ...pairs.slice(1)], INTO_GERMAN);
    expect([...checked.keys()]).toEqual(pairs.slice(1).map(({ id }) => id));
    expect(flaws).toEqual(['untouched']);
  });

  it('of a language without courses are distinguished from English', () => {
    const dutch = { source: 'en', target: 'nl' };
    const text = 'Elke ochtend vliegen de haalbijen uit op zoek naar bloemen.';
    expect(checkTexts([{ id: '0', source: ENGLISH[1]!, text: `${text} ${text}` }], dutch).flaws).toEqual([]);
    expect(checkTexts([{ id: '0', source: ENGLISH[1]!, text: ENGLISH[2]! }], dutch).flaws).toEqual(['language']);
  });
});
