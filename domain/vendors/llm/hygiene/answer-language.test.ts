import { describe, expect, it } from 'vitest';
import { readLibrary } from '#ops/sandbox/answers/read-library.ts';
import { withoutCode } from '#domain/platform/prose/plain-prose.ts';
import { languageOf, languageProblem, likelyLanguages } from './answer-language.ts';
import type { Language } from './foreign-share.ts';
import { SAMPLES } from './language-samples.factory.ts';

const LANGUAGES = Object.keys(SAMPLES) as Language[];
const DUTCH =
  'Een bijenkast is een stad op zich. Elke ochtend vliegen de haalbijen uit op zoek naar bloemen, en als een van hen een rijke weide heeft gevonden, komt ze terug en danst.';
const UKRAINIAN =
  'Вулик — це ціле місто. Щоранку збиральниці вилітають на пошуки квітів, і коли одна з них знаходить луг, вона повертається.';
const POEM = '床前明月光，疑是地上霜。举头望明月，低头思故乡。春眠不觉晓，处处闻啼鸟。夜来风雨声，花落知多少。';
const problem = (text: string, languages: readonly Language[], about = '', lesson = '') =>
  languageProblem([text], { languages, about, lesson });

describe('the language of an answer', () => {
  it.each(LANGUAGES)('%s is recognised, and is none of the others', (language) => {
    expect(languageOf(SAMPLES[language])).toBe(language);
    for (const asked of LANGUAGES) expect(problem(SAMPLES[language], [asked]) === null, asked).toBe(asked === language);
  });

  it.each([
    ['a name', 'Buckfast'],
    ['a term', 'Apis mellifera'],
    ['a short sentence', 'La vida es bella.'],
    ['code', '```js\nfor (const bee of bees) console.log(bee.name, bee.age);\n```'],
    ['a formula', '$a^2 + b^2 = c^2$, $E = mc^2$ and $\\int_0^1 x \\, dx$'],
    ['Dutch', DUTCH],
    ['Ukrainian', UKRAINIAN],
    ['two languages in turns', `${SAMPLES.english}\n\n${SAMPLES.spanish}`],
  ])('is not guessed from %s', (_, text) => {
    expect(languageOf(text)).toBeNull();
    expect(problem(text, ['english'])).toBeNull();
  });

  it.each([
    [
      'two sentences',
      ['Cada mañana conviene mirar primero lo que ha cambiado.', 'Los errores de los primeros días enseñan más que un libro.'],
    ],
    [
      'sentences that each are too short',
      ['La reina pone los huevos.', 'El néctar es dulce.', 'Las obreras vuelan hasta la flor.', 'Es un panal.'],
    ],
    ['the sides of cards', ['Porque el agua hierve.', 'Con la luz de la mañana.', 'Una vez al año, en mayo.', 'Lo que sobra se guarda.']],
  ])('is refused for %s that are certainly in none of the allowed ones, although their own may be related to it', (_, texts) => {
    for (const text of texts) expect(languageOf(text), text).toBeNull();
    for (const asked of ['english', 'german', 'russian', 'chinese'] as const)
      expect(languageProblem(texts, { languages: [asked], about: 'Bees', lesson: '' }), asked).toContain(`Write all of it in ${asked}`);
    expect(languageProblem(texts, { languages: ['spanish'], about: 'Bees', lesson: '' })).toBeNull();
    expect(languageProblem(texts, { languages: ['english'], about: 'Spanish for travellers', lesson: '' })).toBeNull();
    // a sister language of the expected one is no excuse
    expect(languageProblem(texts, { languages: ['english'], about: 'The French Revolution', lesson: '' })).toContain('in spanish');
  });

  it('is refused if a paragraph slips into another script', () => {
    const text = `${SAMPLES.english}\n\n${SAMPLES.chinese.slice(0, 60)}\n\n${SAMPLES.english}`;
    expect(problem(text, ['english'])).toBe('A paragraph of the answer is in chinese. Write all of it in english.');
    expect(problem(text, ['english'], 'How is this said in Chinese?')).toBeNull();
    expect(problem(text, ['english', 'chinese'])).toBeNull();
    expect(problem(`${SAMPLES.english}\n\n蜂箱 is a hive.`, ['english'])).toBeNull();
  });

  it.each<[string, string, boolean]>([
    ['as it was sent', POEM, true],
    ['as a block', `> ${POEM}`, true],
    ['between marks', `“${POEM}”`, true],
    ['a part of it', POEM.slice(0, 40), true],
    ['with its emphasis', `**${POEM}**`, true],
    ['and another sentence behind it', `${POEM}蜂箱里的蜜蜂每天早晨飞出去寻找花朵，找到以后回来跳舞。`, false],
    ['in other words', SAMPLES.chinese.slice(0, 60), false],
  ])('may quote a paragraph in another script that was sent: %s', (_, quoted, isQuotation) => {
    const text = `${SAMPLES.english}\n\n${quoted}\n\n${SAMPLES.english}`;
    const found = isQuotation ? null : 'A paragraph of the answer is in chinese. Write all of it in english.';
    expect(problem(text, ['english'], 'What does the poem say?', `A poem of the Tang.\n\n> ${POEM}`)).toBe(found);
    expect(problem(text, ['english'], `What does this say? ${POEM}`)).toBe(found);
    // the same text where it was not part of the prompt
    expect(problem(text, ['english'], 'What does the poem say?', 'A poem of the Tang.')).not.toBeNull();
  });

  it('may be the one that the question, the conversation or the lesson is about', () => {
    expect(problem(SAMPLES.spanish, ['english'], 'How do I say this in Spanish?')).toBeNull();
    expect(problem(SAMPLES.german, ['spanish'], '¿Cómo se dice en alemán?')).toBeNull();
    expect(problem(SAMPLES.english, ['russian'], 'Напиши это на английском')).toBeNull();
    expect(problem(SAMPLES.french, ['english'], 'French for beginners: at the bakery')).toBeNull();
    expect(problem(SAMPLES.french, ['english'], 'Bees through the year')).toContain('in french');
    expect(problem(SAMPLES.spanish, ['english'], 'At the bakery', 'In Spanish one says: ¿Qué pan es el mejor de la casa?')).toBeNull();
    // a lesson that names a people does not teach its language
    expect(problem(SAMPLES.spanish, ['english'], 'Why was there a war?', 'In 1793 the Spanish crossed the Pyrenees.')).toContain(
      'in spanish',
    );
  });

  it('may be any that the question could be in, if that is uncertain', () => {
    expect(likelyLanguages('Warum tanzen die Bienen, wenn sie zurück sind?')).toEqual(['german']);
    expect(likelyLanguages('Varroa?')).toContain('spanish');
    expect(likelyLanguages('Varroa?')).not.toContain('chinese');
    expect(likelyLanguages('蜜蜂为什么跳舞？')).toEqual(['chinese']);
    expect(likelyLanguages('Чому бджоли танцюють?')).toEqual(['russian']);
    // a Dutch question may be answered in Dutch
    expect(problem(DUTCH, likelyLanguages('Waarom dansen de bijen?'))).toBeNull();
    expect(problem(SAMPLES.chinese, likelyLanguages('Varroa?'))).toContain('in chinese');
  });

  it('is not doubted in any lesson of the library, nor in any paragraph, list or set of questions of one', () => {
    const lessons = readLibrary().flatMap(({ slug, head, lessons: all }) =>
      all.map((lesson) => ({
        ...lesson,
        name: `${slug}/${lesson.file}`,
        about: `${head.title}\n${lesson.title}`,
        language: head.language,
      })),
    );
    expect(lessons.length).toBeGreaterThan(100);
    const doubted = lessons.flatMap(({ name, sections, takeaways, objectives, questions, about, language }) => {
      const lesson = sections.join('\n\n');
      // each judged by itself, as an answer or a card may be
      const parts: (readonly string[])[] = [
        ...[lesson, ...withoutCode(lesson).split(/\n\s*\n/), ...takeaways].map((text) => [text]),
        takeaways,
        objectives,
        questions.map(({ question }) => question),
        ...questions.flatMap(({ explanation, options, feedback, rubric }) => [[explanation], options, feedback, rubric]),
      ];
      return parts.flatMap((texts) =>
        languageProblem(texts, { languages: [language], about, lesson }) === null ? [] : [[name, ...texts]],
      );
    });
    expect(doubted).toEqual([]);
  });
});
