import { describe, expect, it } from 'vitest';
import { buildForm } from '#domain/courses/content/course.factory.ts';
import { mayKeep, notesOf } from '#domain/generation/answers/answer-problem.ts';
import { checkLeaks } from './check-leaks.ts';
import { checkLesson, readingLevel } from './check-lesson.ts';
import { checkTopicForAge, checkUnsafe } from './check-unsafe.ts';
import { similarity, minHashSketch } from './check-duplicates.ts';
import type { LessonDocument } from '#domain/generation/prompts/documents.ts';
import { SAMPLES } from '#domain/vendors/llm/hygiene/language-samples.factory.ts';
import { WORDS_OF_PARTS } from '#contract/generation/course-size.ts';
import { countWords, plainProse } from '#domain/platform/prose/plain-prose.ts';
import { renderPrompt } from '#domain/generation/prompts/render-prompt.ts';
import { UNSAFE_KINDS, UNSAFE_WORDS } from './unsafe-words.ts';
import { leastProcessorMs } from '#ops/testing/processor-time.ts';

const english = SAMPLES.english;
const lesson = (part: Partial<LessonDocument> = {}): LessonDocument => ({
  content: `## Watching\n\n${english}\n\n## Noting\n\n${english}\n\n${english}\n\n${english}`,
  objectives: ['Judge the strength of a colony'],
  key_takeaways: ['Watch before you open the hive'],
  ...part,
});
const form = buildForm({ content_depth: 'overview' });
const texts = (problems: { text: string }[]) => problems.map(({ text }) => text).join('; ');

describe('a lesson', () => {
  it('as requested has no problem', () => expect(checkLesson(lesson(), form)).toEqual([]));

  it.each([
    ['without objectives', { objectives: [' '] }, 'no objectives'],
    ['without key takeaways', { key_takeaways: [] }, 'no key takeaways'],
    ['of a few words', { content: 'Watch the bees.' }, 'at least 600'],
    ['of headings only', { content: Array.from({ length: 60 }, (_, i) => `## Heading ${i} of it`).join('\n\n') }, 'mostly headings'],
    ['of one sentence again and again', { content: 'The bees fly out in the sun. '.repeat(40) }, 'again and again'],
    ['of JSON', { content: JSON.stringify({ content: `${english} ${english}` }) }, 'is JSON'],
    ['of signs of another encoding', { content: `${english}\n\n${english.replaceAll('h', 'Ã¤')}` }, 'unreadable'],
    ['of one block of code', { content: `\`\`\`\n${english}\n${english}\n\`\`\`` }, 'too short: 0 words'],
    ['with far too many takeaways', { key_takeaways: Array.from({ length: 30 }, () => 'Watch.') }, 'at most 12'],
  ])('%s is rejected', (_, part, words) => expect(texts(checkLesson(lesson(part), form))).toContain(words));

  it('closes every bold passage in its block or cell; a bar outside a table divides nothing', () => {
    const having = (text: string) => texts(checkLesson(lesson({ content: `${english}\n\n${text}\n\n${english}` }), form, { words: 0 }));
    expect(having('**P(A and B) = P(B) × P(A | B)**, the **multiplication rule**.')).toBe('');
    expect(having('| Sign | Ratio |\n|---|---|\n| **hum** | **3** |')).toBe('');
    expect(having('| Sign | Ratio |\n|---|---|\n| **hum | 3** |')).toContain('never closed');
    expect(having('**P(A | B), the rule.')).toContain('never closed');
  });

  it('with fewer words than its parts need is accepted after one more attempt or when every service failed, with a note; a few words never', () => {
    const short = lesson({ content: `${english}\n\n${english}` });
    const asked = (words: number) => checkLesson(short, form, { words });
    expect(asked(370)).toEqual([]);
    expect(notesOf(asked(400))).toEqual(['length']);
    expect(mayKeep(asked(400), { rejected: 0, last: false })).toBe(false);
    expect(mayKeep(asked(400), { rejected: 1, last: false })).toBe(true);
    expect(mayKeep(asked(600), { rejected: 1, last: false })).toBe(false);
    expect(mayKeep(asked(600), { rejected: 1, last: true })).toBe(true);
    expect(notesOf(asked(600))).toEqual(['length']);
    const brief = checkLesson(lesson({ content: english.split(' ').slice(0, 110).join(' ') }), form, { words: 2_000 });
    expect(mayKeep(brief, { rejected: 1, last: true })).toBe(false);
    expect(asked(0)).toEqual([]);
  });

  it('that has its parts is not requested again because it is shorter than a deep course wants it', () => {
    const whole = lesson({ content: `${english}\n\n`.repeat(4) });
    expect(countWords(plainProse(whole.content))).toBeGreaterThan(WORDS_OF_PARTS / 2);
    expect(checkLesson(whole, form, { words: 2_000 })).toEqual([]);
  });

  it.each(['## Exercise', '## Übung: zwei Körbe', '### Ejercicios', '## 练习', '## تمرين', '## अभ्यास 2'])(
    'is not too long because of text under %s',
    (heading) => {
      const words = Math.floor(countWords(plainProse(english)) / 1.2);
      const task = `${heading}\n\n${english}\n\n#### Steps\n\n${english}`;
      expect(notesOf(checkLesson(lesson({ content: `${english}\n\n${english}` }), form, { words }))).toEqual(['too_long']);
      expect(notesOf(checkLesson(lesson({ content: `${english}\n\n${task}` }), form, { words }))).toEqual([]);
      expect(notesOf(checkLesson(lesson({ content: `${task}\n\n## Why\n\n${english}\n\n## How\n\n${english}` }), form, { words }))).toEqual(
        ['too_long'],
      );
    },
  );

  it('more than 1.6 times as long is accepted after one more attempt, more than three times only from every service, with a note', () => {
    const asked = (words: number) => checkLesson(lesson({ content: english.repeat(4) }), form, { words });
    const has = countWords(plainProse(english.repeat(4)));
    expect(asked(Math.ceil(has / 1.6))).toEqual([]);
    const long = asked(Math.floor(has / 1.7));
    expect(notesOf(long)).toEqual(['too_long']);
    expect(mayKeep(long, { rejected: 0, last: false })).toBe(false);
    expect(mayKeep(long, { rejected: 1, last: false })).toBe(true);
    const farTooLong = asked(Math.floor(has / 3.1));
    expect(notesOf(farTooLong)).toEqual(['too_long']);
    expect(mayKeep(farTooLong, { rejected: 1, last: false })).toBe(false);
    expect(mayKeep(farTooLong, { rejected: 1, last: true })).toBe(true);
    // the learner may ask for another length: then words are not counted
    expect(asked(0)).toEqual([]);
  });

  it('counts words in scripts without spaces too', () => {
    const chinese = lesson({ content: SAMPLES.chinese.repeat(4), objectives: ['观察蜂群'], key_takeaways: ['先观察，再打开蜂箱'] });
    expect(checkLesson(chinese, buildForm({ content_depth: 'overview', language_preference: 'chinese' }))).toEqual([]);
  });

  it('in another language is accepted only when every service has drifted, with a note', () => {
    const problems = checkLesson(lesson(), { ...form, language_preference: 'german' });
    expect(notesOf(problems)).toEqual(['language']);
    expect(mayKeep(problems, { rejected: 1, last: false })).toBe(false);
    expect(mayKeep(problems, { rejected: 1, last: true })).toBe(true);
    // a text with another, unacceptable fault is not used just because its language is right
    expect(mayKeep([...problems, ...checkLesson(lesson({ objectives: [] }), form)], { rejected: 1, last: true })).toBe(false);
  });
});

describe('the reading level', () => {
  const hard =
    'Notwithstanding considerable heterogeneity across jurisdictions, contemporary governance frameworks increasingly necessitate comprehensive documentation of pollination infrastructure, particularly wherever organisational accountability intersects with environmental sustainability objectives, procurement considerations and longitudinal performance measurement. ';
  const easy =
    'The bees fly out in the sun. They look for red and blue flowers. When a bee finds some, she flies home. Then she does a dance. The other bees watch her. Now they know the way. ';

  it.each([8, 10, 12, 15])('of an official report is too hard at %i, of short sentences it is not', (age) => {
    const child = buildForm({ age, content_depth: 'overview' });
    const level = checkLesson(lesson({ content: hard.repeat(6) }), child).filter(({ note }) => note === 'reading_level');
    expect(level).toHaveLength(1);
    expect(mayKeep(level, { rejected: 0, last: false })).toBe(false);
    expect(mayKeep(level, { rejected: 1, last: false })).toBe(true);
    expect(checkLesson(lesson({ content: easy.repeat(8) }), child)).toEqual([]);
  });

  it('is not checked from 18 on', () => expect(checkLesson(lesson({ content: hard.repeat(10) }), form)).toEqual([]));

  it('of the same passage is within reach of a teenager in every language', () => {
    for (const [language, text] of Object.entries(SAMPLES)) {
      const own = buildForm({ age: 15, language_preference: language as keyof typeof SAMPLES, content_depth: 'overview' });
      const found = checkLesson(
        lesson({ content: `${text}\n\n`.repeat(4), objectives: [text.slice(0, 40)], key_takeaways: [text.slice(0, 40)] }),
        own,
      );
      expect(
        found.filter(({ note }) => note === 'reading_level'),
        `${language} ${readingLevel(text, language as keyof typeof SAMPLES)}`,
      ).toEqual([]);
    }
  });
});

describe('content for minors', () => {
  const child = buildForm({ age: 12, topic: 'Summer camps', learning_goals: 'Plan a week' });
  const passage = (language: keyof typeof UNSAFE_WORDS, kind: (typeof UNSAFE_KINDS)[number]) =>
    UNSAFE_WORDS[language][kind]
      .slice(0, 2)
      .map((word) => word.replace('|', ''))
      .join(' · ');

  it.each(Object.keys(UNSAFE_WORDS) as (keyof typeof UNSAFE_WORDS)[])(
    'every kind is recognised in %s, and none of our samples is',
    (language) => {
      const own = { ...child, language_preference: language };
      for (const kind of UNSAFE_KINDS) expect(checkUnsafe(passage(language, kind), own), kind).toHaveLength(1);
      expect(checkUnsafe(SAMPLES[language], own)).toEqual([]);
    },
  );

  it('may be anything for adults', () => expect(checkUnsafe(passage('english', 'gambling'), { ...child, age: 18 })).toEqual([]));

  it('tolerates one passing mention, not two', () => {
    expect(checkUnsafe('In ancient Egypt workers were paid in bread and beer.', child)).toEqual([]);
    expect(checkUnsafe('Bring a beer, and another beer for your friend.', child)).toHaveLength(1);
  });

  it.each([
    ['Health and the body', 'Alcohol harms the liver; a cigarette harms the lungs.'],
    ['The history of the First World War', 'A rifle and ammunition weighed ten kilograms.'],
    ['Probability with dice', 'In a casino the bank wins in the end; betting does not pay.'],
    ['Why gambling is a trap', 'Gambling and betting make people poor.'],
    ['Prävention in der Schule', 'Alcohol and vodka are no game.'],
  ])('lets “%s” name its subject', (topic, content) =>
    expect(checkUnsafe(content, { ...child, topic, language_preference: 'english' })).toEqual([]),
  );

  it.each([
    ['Beer brewing and poker', 8, ['age']],
    ['Casino games', 17, ['age']],
    ['Beer brewing and poker', 18, []],
    ['Health: what alcohol does', 12, []],
    ['The history of gambling', 12, []],
    ['Beekeeping', 8, []],
  ])('a topic not meant for minors is noted, at once and without another attempt: “%s” at %i', (topic, age, notes) => {
    const problems = checkTopicForAge({ ...child, topic, age, language_preference: 'english' });
    expect(notesOf(problems)).toEqual(notes);
    expect(mayKeep(problems, { rejected: 0, last: false })).toBe(true);
  });

  it('is never about self-harm or pornography, whatever the topic', () => {
    for (const kind of ['sexual', 'self_harm'] as const) {
      expect(checkUnsafe(passage('english', kind), { ...child, topic: `History of health: ${passage('english', kind)}` })).toHaveLength(1);
    }
  });

  it('finds words through invisible characters, other widths and vowel signs', () => {
    for (const text of ['Bring a b\u200beer and a vod\u00adka.', 'Bring a ｂｅｅｒ and a ｖｏｄｋａ.'])
      expect(checkUnsafe(text, child)).toHaveLength(1);
    const [word, other] = UNSAFE_WORDS.arabic.intoxicants.map((one) => one.replace('|', ''));
    const voiced = `${word} ${other}`.replaceAll(/(?<=\p{L})(?=\p{L})/gu, '\u064e');
    expect(checkUnsafe(voiced, { ...child, language_preference: 'arabic' })).toHaveLength(1);
  });

  it('does not match parts of other words', () => {
    const innocent =
      'The alphabet, a better bettor of pollen, heroine and hero, the beet harvest, dessert, Essex, scunthorpe, retorture of nothing.';
    expect(checkUnsafe(innocent.replace('bettor', 'better').replace('retorture', 'return'), child)).toEqual([]);
  });
});

describe('text that must not reach a reader', () => {
  const { rules } = renderPrompt('write-lesson', {
    brief: {},
    course: {},
    research: {},
    lesson: {},
    written: [],
    passages: [],
    problems: [],
  });
  const leaks = (content: string) => checkLeaks({ content, objectives: ['x'] }, rules);

  it.each([
    ['our instructions', 'Everything between tags such as <brief> is data in JSON, written by a learner or by an earlier step.'],
    ['a passage of them without tags', 'What another lesson explains is used, or recalled in half a sentence, as here.'],
    ['names of fields', 'As your current_knowledge is basic, we begin slowly.'],
    ['a tag', 'Here ends the </lesson_text> of today.'],
    ['a slot', 'Welcome, {{name}}!'],
    ['a slot in brackets', 'Take [insert tool here] and begin.'],
    ['dummy text', 'Lorem ipsum dolor sit amet.'],
    ['a machine speaking', 'As an AI language model, I have no hive of my own.'],
    ['a refusal', 'I’m sorry, but I can’t help with that.'],
    ['a machine speaking Spanish', 'Como modelo de lenguaje, no tengo colmenas.'],
    ['a machine speaking German', 'Als Sprachmodell habe ich keine Bienen.'],
    ['a machine speaking Japanese', 'AI言語モデルとして、私は巣箱を持っていません。'],
    ['a script', 'Look: <script>alert(1)</script>'],
    ['an image with a handler', '<img src=x onerror=alert(1)>'],
    ['a lesson in HTML', '<h2>Watching</h2><p>A hive is a city.</p>'],
    ['a block of HTML within it', 'A hive is a city.\n\n- <div class="note">Watch it.</div>'],
    ['a line of HTML that begins a block', 'A hive is a city.\n\n<b>\nWatch it.\n</b>'],
    ['names of fields in JSON', 'And so on.\n\n"key_takeaways": ["Watch"]'],
    ['an answer’s first words', 'Sure! Here is your lesson:\n\nA hive is a city.'],
    ['a count of words', 'A hive is a city.\n\n(Word count: 260)'],
    ['an address that runs code', '[click](javascript:alert(1))'],
    ['a picture of somewhere', '![A board](https://example.org/board.svg)'],
    ['a picture beside our figures', '![A board](/figures/../board.svg)'],
  ])('is caught: %s', (_, content) => expect(leaks(content)).not.toEqual([]));

  it.each([
    ['a lesson', english],
    ['a figure of ours', '![A board](/figures/chess-02-1.svg)'],
    ['code that shows slots and tags', 'Use it so:\n\n```html\n<script>let a = {{ value }};</script>\n```\n\nand `{{ name }}` inline.'],
    ['less and more', 'When a < b and p <c, or `<p>` is meant, 3 <5 holds; so does <https://example.org>.'],
    [
      'a course about such models',
      'An AI engineer measures what a large language model gets wrong. As an AI engineer you begin with data.',
    ],
  ])('is not mistaken for it: %s', (_, content) => expect(leaks(content)).toEqual([]));
});

describe('text that a lesson mentions without stating it', () => {
  const leaks = (content: string, own: string) => checkLeaks({ content, objectives: ['x'] }, '', own);

  it.each([
    'A clerk says: “I’m sorry, but I can’t help with that.” That ends the talk.',
    'Many a bot begins with "As an AI language model, I have no opinions".',
    'Er sagte: „Als Sprachmodell habe ich keine Meinung.“ Das war alles.',
    'Il écrit : « En tant que modèle de langage, je n’ai pas d’avis. » Rien de plus.',
    '它说：「作为一个人工智能，我没有意见。」然后结束。',
    'A letter begins with “Dear [insert name here]”, and ends with a greeting.',
  ])('may be quoted: %s', (content) => expect(leaks(content, 'Good talks')).toEqual([]));

  it.each([
    ['DeepSeek writes its thoughts between <think> and </think>.', 'How an LLM works'],
    ['As a large language model is trained on text, it knows many words.', 'Artificial intelligence'],
    ['As a large language model is trained on text, it knows many words.', 'Talking machines'],
    ['ChatGPT will say: as an AI language model, I have no opinions.', 'ChatGPT for teachers'],
    ['Als Sprachmodell sagt GPT das nächste Wort voraus.', 'KI verstehen'],
    ['Como modelo de lenguaje, GPT predice palabras.', 'Inteligencia artificial'],
    ['作为大语言模型，GPT会预测下一个词。', '人工智能入门'],
    ['In Vue you write {{ name }} where the name stands.', 'Vue for beginners'],
    ['In Jinja schreibst du {{ name }}.', 'Vorlagen mit Jinja'],
  ])('may be named if it is the subject: %s', (content, own) => expect(leaks(content, own)).toEqual([]));

  it.each([
    ['<think>First I plan.</think> A model writes words.', 'How an LLM works'],
    ['A model writes words.\n\n</think>\n\nIt reads them.', 'How an LLM works'],
    ['As an AI language model, I cannot see your data.', 'Artificial intelligence'],
    ['I’m sorry, but I can’t help with that.', 'Künstliche Intelligenz'],
    ['Bees dance. As a language model, I have no hive.', 'Bees'],
    ['“As an AI language model, I have no hive.”', 'Bees'],
    ['Ellos bailan. Como modelo de lenguaje, no tengo colmenas.', 'Abejas'],
    ['Welcome, {{name}}!', 'J’ai des abeilles: ai bambini'],
    ['Take [insert tool here] and begin.', 'Vue for beginners'],
  ])('is caught if the author states it: %s', (content, own) => expect(checkLeaks({ content }, '', own)).not.toEqual([]));
});

describe('text that the learner typed', () => {
  const own = 'How <script> & {{slots}} work';
  const leaks = (answer: object) => checkLeaks(answer, '', own);
  it('may be in a title unchanged, and in Markdown if it is escaped', () => {
    expect(
      leaks({ title: own, lessons: [{ title: own, content: 'How \\<script> & {{slots}} work', exercises: [{ title: own }] }] }),
    ).toEqual([]);
  });

  it('is no excuse for HTML in Markdown', () => {
    expect(leaks({ title: own, content: own })).not.toEqual([]);
    expect(leaks({ exercises: [{ title: 'x', instructions: own }] })).not.toEqual([]);
    expect(leaks({ title: 'An <iframe>' })).not.toEqual([]);
  });
});

describe('two texts', () => {
  it('are the same lesson if nearly all of their words are, in the same order', () => {
    expect(similarity(minHashSketch(english), minHashSketch(english))).toBe(1);
    expect(
      similarity(minHashSketch(lesson().content), minHashSketch(`${lesson().content}\n\nOne more sentence at the end of it.`)),
    ).toBeGreaterThan(0.7);
    expect(similarity(minHashSketch(SAMPLES.chinese), minHashSketch(SAMPLES.japanese))).toBeLessThan(0.2);
    expect(similarity(minHashSketch(english), minHashSketch(SAMPLES.german))).toBeLessThan(0.1);
  });

  it('are checked in time that grows with their length only, whatever runs of characters they contain', () => {
    const runs = [
      '\n',
      ' ',
      '| ',
      '|-',
      '-',
      '[',
      '![',
      '](',
      '<a ',
      '<a on',
      '<',
      '{{',
      '`',
      '*',
      '1. ',
      '. ',
      '.',
      '> ',
      'http://',
      '\u200b',
      '蜂',
    ];
    for (const run of runs) {
      const long = lesson({ content: run.repeat(60_000 / run.length) });
      const check = () => {
        checkLesson(long, buildForm({ age: 12 }));
        checkLeaks(long, 'Write one lesson of the course and nothing else, please.');
        minHashSketch(long.content);
      };
      expect(leastProcessorMs(check, 1_000), run).toBeLessThan(1_000);
    }
  });

  it('are compared in a moment, however long they are', () => {
    const long = Array.from({ length: 20_000 }, (_, i) => `word${i % 977}`).join(' ');
    expect(leastProcessorMs(() => minHashSketch(long), 1_000)).toBeLessThan(1_000);
  });
});
