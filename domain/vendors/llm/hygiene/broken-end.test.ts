import { describe, expect, it } from 'vitest';
import { readLibrary } from '#ops/sandbox/answers/read-library.ts';
import { cleanAnswer } from './clean-answer.ts';
import { brokenEnd, isBrokenOff, stopsWithinQuoted } from './broken-end.ts';
import { SAMPLES } from './language-samples.factory.ts';
import { PURPOSES, TEXT_PURPOSES } from './purposes.ts';

/** The longest sentence of a passage in every language of courses. */
const SENTENCES = Object.entries(SAMPLES).map(([language, text]) => {
  const all = text.match(/[^.!?。！？।؟]+[.!?。！？।؟]/gu)!.map((sentence) => sentence.trim());
  return [language, all.toSorted((one, other) => other.length - one.length)[0]!] as const;
});

it('a card that is filled in, with three cells in its last line, ends with a row', () => {
  expect(
    isBrokenOff('Say what you see. Then:\n\n*light line | paper test before each use | blade guard instead of a loose drawer*', 'solution'),
  ).toBe(false);
});

describe('a text of whole sentences', () => {
  it.each(SENTENCES)('must end like one: %s', (_, sentence) => {
    for (const name of ['answer', 'feedback', 'reason']) {
      expect(isBrokenOff(sentence, name)).toBe(false);
      for (const share of [0.35, 0.8]) expect(isBrokenOff(sentence.slice(0, Math.floor(sentence.length * share)), name), name).toBe(true);
    }
  });

  it.each([
    'Look at what is mi',
    'You have named the dance. Say also wh',
    'Bees dance, and',
    '1. Open it.\n2. Look at it.\n3. Close it, and th',
    'Look at this (it is',
    'Er sagte: „Schau',
    'Er sagte: „',
    'She looked. “',
    'Il a dit : «',
    'See [the guide](https://a.exam',
    'Bees visit many flowers, e.g.',
    'The dance was explained by Dr.',
    'Im Stock leben viele Tiere, z. B.',
    'The next step is to...',
    'Danach öffnet der Imker die…',
    'El siguiente paso es abrir la tapa y…',
    '- Take the frame out\n- Look at the',
    '1. Öffne den Stock\n2. Nimm die Wabe und',
    'Bees dance.\n\n[... rest of the lesson ...]',
    'Bees dance.\n\n(The remaining sections are omitted for brevity.)',
    'Bees dance. (To be continued.)',
    'Die Bienen tanzen. (Fortsetzung folgt)',
    'The mass is \\(m = 4.',
    'He said “look at the bees.',
    'Elle dit : « Regardez les abeilles.',
    'Look at the queen (she is the longest.',
    '看看蜂王（她最长。',
  ])('is cut off: %s', (text) => expect(isBrokenOff(text, 'feedback')).toBe(true));

  it.each([
    'Paris',
    '35 °C',
    'Apis mellifera',
    '蜜蜂',
    'So it is x = 4',
    'That makes 3 + 4 ≈ 7,0 kg',
    'The answer is $x^2$',
    'Run `npm start`',
    'Run it:\n\n```sh\nnpm start\n```',
    'Try these:\n\n- pollen\n- honey',
    '1. Open it\n2. Close it',
    'See.\n\n| a | b |\n|---|---|\n| 1 | 2 |',
    'He said “look!”',
    'Er sagte: „Schau zuerst.“',
    'Er sagte: »Schau zuerst.«',
    'Sie fragte: ‚Warum?‘',
    'Sie rief: ›Halt!‹',
    'Elle a dit : « Regarde. »',
    'Ona zapytała: „Dlaczego?”',
    '**Er sagte: „Schau zuerst.“**',
    '「そうです。」',
    'क्या आप देखते हैं?',
    'هل ترى الرقصة؟',
    'Well done! 🎉',
    'Well done! 👍🏽',
    'Viva! 🇧🇷',
    'Well done :)',
    'What do *you* think?**',
    'sixteen · five past ten',
    'Fifty thousand live there.[^1]',
    'The short form of doctor is Dr.',
    'Complete the sentence: I would like to…',
    'And then …',
    'He opened the door and then…',
    '- Turn it on\n- Log in',
    '- und\n- parce que',
    'It is cold today :(',
    'Er sagte „Komm!“, sie sagte nichts.',
    '»Komm«, sagte sie.',
    'Use `f(` to begin.',
    'Run n=$(grep -c a "$log"; { b "$log"; } and look.',
    'The interval (0, 1] is half open.',
    'Write \\(x) for it.',
    'The mass is \\(m = 4\\).',
    'As the author says: “So it is […] and was.”',
    'The rest of the lesson (a walk) is yours.',
    'a) bees\nb) wasps.',
  ])('is complete: %s', (text) => expect(isBrokenOff(text, 'answer')).toBe(false));
});

describe('the end of a lesson', () => {
  const TEXT = 'Bees dance on the comb to say where the flowers are.';
  it.each([
    `${TEXT}\n\n> To be, or not to be\n>\n> — William Shakespeare, *Hamlet*`,
    `${TEXT}\n\n“To be, or not to be.”\n\n— William Shakespeare, *Hamlet*`,
    `${TEXT}\n\n„Edel sei der Mensch.“ — Johann Wolfgang von Goethe`,
    `${TEXT}\n\n«Быть или не быть.»\n\n— Уильям Шекспир`,
    `${TEXT}\n\n> Tyger Tyger, burning bright\n> In the forests of the night`,
    `${TEXT}\n\n> 床前明月光\n> 疑是地上霜`,
    `${TEXT}\n\n> 床前明月光\n>\n> —— 李白`,
    `${TEXT}\n\n> قفا نبك من ذكرى حبيب ومنزل`,
    `Run it:\n\n    npm start\n    npm test`,
    `Führe es aus:\n\n\tnpm start`,
    'A bee grows so:\n\nEgg → larva → pupa',
    'So wächst sie:\n\nEi → Larve → Puppe',
    '它这样长大：\n\n卵 → 幼虫 → 蛹',
    'So the weight is m = 4 kg',
    'Das Gewicht ist also m = 4,5 kg',
    'Итак, масса m = 4 кг',
    '**Comb** — cells of wax\n\n**Brood** — eggs and larvae',
    '**Wabe** – Zellen aus Wachs\n\n**Brut** – Eier und Larven',
  ])('needs no full stop if it is a quotation, code, a chain, a result or a term: %s', (text) => expect(brokenEnd(text)).toBeNull());

  it.each([
    `${TEXT}\n\n> To be, or not to be,`,
    `${TEXT}\n\n> Tyger Tyger, burning bright\n> In the forests of the`,
    `${TEXT}\n\n> The angle tells where the sun stands. Its length tells the`,
    `${TEXT}\n\n> Every morning the foragers leave in search of flowers, and when one of them has found a rich meadow, she returns home`,
    `${TEXT} They do so — and the others who`,
    `${TEXT} The others follow – Bees that have seen them wi`,
    '- Open it.\n- Look at it.\n\n    Then close it, and th',
    'Egg → larva → pupa. The larva eats what the wor',
    'So the weight is m = 4 and',
    'So the weight is m = 4 kg and the force that pulls at it',
    '**Brood** — eggs and larvae of the',
    '**Brood** — eggs and larvae. They are fed wi',
    '**Brut** – Eier und',
  ])('is cut off if it would go on: %s', (text) => expect(brokenEnd(text)).not.toBeNull());
});

describe('a quotation at the end', () => {
  const LESSON = JSON.stringify({ text: 'Bees dance.\n\nThe angle of the dance tells where the sun stands.\nThe length tells how far.' });
  it.each([
    '> The angle of the dance tells where the sun',
    '> The angle of the dance tells whe',
    'It says so:\n\n> The angle of the dance tells',
  ])('is cut off within a sentence of the sent text: %s', (text) => expect(stopsWithinQuoted(text, LESSON)).toBe(true));

  it.each([
    '> The angle of the dance tells where the sun stands.',
    '> the dance tells where the sun',
    '> Another angle of another dance tells whe',
    '> The angle of the dance tells where …',
    'The angle of the dance tells where the sun',
  ])('is complete, or not from it: %s', (text) => expect(stopsWithinQuoted(text, LESSON)).toBe(false));

  it('is requested again', () =>
    expect(
      cleanAnswer({ answer: `The lesson says:\n\n> The angle of the dance tells where`, quotes: [] }, 'mentor', { prompt: LESSON }),
    ).toHaveProperty('flaw', 'cut_off'));
});

describe('a text that may be a name or a term', () => {
  it.each([
    'Bees dance to show the others. They also know how to',
    'Explain how the bees of a hive find flowers, and',
    'What the dance of the bees tells the others (and wh',
    'मधुमक्खियाँ अपने छत्ते में नाचती हैं। वे यह भी जानती हैं कि',
    '蜜蜂在蜂巢里跳舞，告诉其他蜜蜂花在哪里以及有多远的距离需要飞行。它们也知道如何在夜里',
    'Er rief: „Halt!“ Die Bienen tanzten auf der Wabe und zeigten, wo',
    'Сборщицы танцуют на сотах, чтобы показать, где цветы. Они ещё',
  ])('is cut off only if that is certain: %s', (text) => {
    expect(isBrokenOff(text, 'back')).toBe(true);
    for (const purpose of TEXT_PURPOSES.filter((one) => ['read', 'checked'].includes(PURPOSES[one])))
      expect(cleanAnswer({ list: [{ back: text }] }, purpose, { prompt: '' }), purpose).toHaveProperty('problem');
  });

  it.each([
    'Worker: a bee that cannot lay eggs that are fertilised',
    'The angle of the dance towards the sun in the hive',
    'Compare what a goal is, vs. Plans that nobody follows',
    'What Dr. Karl von Frisch found out about the dance of bees',
    'Der Imker braucht im Frühjahr ca. Fünf Rahmen und Honig',
    'Which word is missing in this sentence? “Bees … to the others”',
    'Welches Wort fehlt in diesem Satz? „Bienen … den anderen“',
    'Das heißt in der Sprache der Imker »die Weisel«',
    'Welches Wort fehlt hier? ‚Bienen … den anderen im Stock‘',
    'The heritability of the depth of beaks (0.75) is high; look at it',
    'What e.g. drones and workers do in summer, or don’t',
  ])('is complete elsewhere: %s', (text) => expect(isBrokenOff(text, 'back')).toBe(false));
});

it('a question may end with a colon, before its options', () => {
  for (const text of [
    'A heritability of 0.75 for the depth of beaks means:',
    '这些雀鸟喙的深度的遗传率为百分之七十五，这就意味着下面哪一种说法是正确的，请你从中选出一个：',
  ])
    expect([isBrokenOff(text, 'question'), isBrokenOff(text, 'back')]).toEqual([false, true]);
});

it('nothing in the library is cut off: no title, question, option, objective, takeaway or term', () => {
  const texts = (value: unknown, name: string): [string, string][] =>
    typeof value === 'string'
      ? [[name, value]]
      : Array.isArray(value)
        ? value.flatMap((one) => texts(one, name))
        : Object.entries(value ?? {}).flatMap(([key, one]) => texts(one, key));
  const all = readLibrary().flatMap((course) => texts(course, ''));
  expect(all.length).toBeGreaterThan(50_000);
  const names = new Set(['title', 'options', 'file', 'slug', 'url']);
  expect(all.filter(([name, text]) => !names.has(name) && isBrokenOff(text, name))).toEqual([]);
});
