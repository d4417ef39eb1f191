import { describe, expect, it } from 'vitest';
import { asLessonWrites, type CardSource, type MadeCard, markedTerms, problemsOfCards, visiblePassage } from './card-problems.ts';

const markdown = [
  'A queen lays two thousand eggs a day. A **forager** leaves the hive in search of nectar at the warmest hours of the day.',
  '## What a swarm needs',
  'The area of a comb of side $a$ is $a^2$, so with $a = 3$ it is $9$.',
  '- Workers defend the hive.',
].join('\n\n');
const visible = [
  'Say how many eggs a queen lays',
  'A queen lays two thousand eggs a day. A forager leaves the hive in search of nectar at the warmest hours of the day.',
  'What a swarm needs',
  'The area of a comb of side is , so with it is .',
  'Workers defend the hive.',
].join('\n');
const source: CardSource = { markdown, visible, objectives: ['Say how many eggs a queen lays'], known: [] };
const good: MadeCard = { front: 'How many eggs does a queen lay in one day?', back: 'Two thousand', passage: 'lays  two thousand eggs' };
const problemsOf = (changes: Partial<MadeCard>, more: Partial<CardSource> = {}) =>
  problemsOfCards([{ ...good, ...changes }], { ...source, ...more })[0]!;

describe('a card is good', () => {
  it.each<[string, Partial<MadeCard>]>([
    ['with one question and one short answer', {}],
    [
      'with a formula that is whole',
      { front: 'What is the area of a comb of side $a$?', back: '$a^2$', passage: 'The area of a comb of side $a$ is $a^2$' },
    ],
    ['with a price, which is no formula', { front: 'What costs $5 in a shop of bees?', back: 'A jar' }],
    ['with a number that is also calculated with', { front: 'What is $10 - 5$ in the comb?', back: '$5$' }],
    [
      'where a term of the lesson is missing',
      { front: 'What is missing in “A ____ leaves the hive in search of nectar at the warmest hours.”?', back: 'forager' },
    ],
    ['with a Japanese question, which has no mark', { front: '女王蜂は一日にいくつの卵を産みますか。', back: '二千個' }],
    ['with code that asks nothing itself', { front: 'What does `ok ? 1 : 2` give here?', back: 'One of two numbers' }],
  ])('%s', (_, changes) => expect(problemsOf(changes)).toEqual([]));
});

describe('a card is left out', () => {
  it.each<[string, Partial<MadeCard>, string]>([
    ['that asks nothing', { front: 'Queens and their eggs' }, 'not one question'],
    ['that asks two things', { front: 'How many eggs? And who lays them?' }, 'not one question'],
    ['with two gaps', { front: 'A ____ leaves the ____ in search of nectar at the warmest hours.', back: 'forager' }, 'not one question'],
    ['whose answer is a list', { back: 'These:\n- one\n- two' }, 'more than one fact'],
    ['whose answer is long', { back: 'word '.repeat(26).trim() }, 'more than one fact'],
    ['that is answered with yes or no', { back: 'Sí.' }, 'yes or no'],
    ['that tells its answer', { front: 'Does a queen lay two thousand eggs a day?' }, 'contains the answer'],
    ['whose formula is cut', { front: 'What is the area of $a^2?' }, 'no end'],
    ['whose formula lost its signs', { front: 'What is \\frac{1}{2} of a comb?' }, 'no end'],
    ['with a gap in a formula', { front: 'What is missing in $a^{____} = 9$?', back: '2' }, 'no end'],
    ['whose code is cut', { back: '`[1, 2' }, 'no end'],
    ['that leans on what is not seen', { front: 'It lays how many eggs in a day?' }, 'said before'],
    [
      'whose quotation leans on what is not seen',
      { front: 'What is missing in “This is a ____ that leaves the hive in search of nectar.”?', back: 'forager' },
      'said before',
    ],
    [
      'with a gap in a name',
      { front: 'What is missing in “In SQL the function ____number counts the rows of a window.”?', back: 'forager' },
      'no end',
    ],
    ['that needs the lesson', { front: 'What does this lesson say of eggs?' }, 'lesson beside it'],
    ['that chooses among options', { front: 'Which of these leaves the hive?', back: 'A forager' }, 'options'],
    [
      'whose gap is any word',
      { front: 'What is missing in “A forager leaves the hive in ____ of nectar at the warmest hours.”?', back: 'search' },
      'no term',
    ],
    ['whose sentence says too little', { front: 'What is missing in “A ____ leaves.”?', back: 'forager' }, 'says too little'],
    ['that is a heading', { back: 'What a swarm needs' }, 'heading or an objective'],
    ['that is an objective', { passage: 'Say how many eggs a queen lays' }, 'heading or an objective'],
    ['whose passage the lesson does not have', { passage: 'lays three thousand eggs' }, 'word for word'],
  ])('%s', (_, changes, problem) => expect(problemsOf(changes)).toEqual(expect.arrayContaining([expect.stringContaining(problem)])));

  it('that asks the same as another one, of this order or an earlier one', () => {
    expect(problemsOfCards([good, good], source)).toEqual([[], [expect.stringContaining('asks the same')]]);
    expect(problemsOf({}, { known: ['How many eggs does a  queen lay in one day?'] })).toEqual([expect.stringContaining('asks the same')]);
  });
});

describe('in all scripts', () => {
  it.each([
    ['spanish', '¿Qué falta en «Esto es una ____ que sale de la colmena en busca de néctar.»?', 'pecoreadora'],
    ['french', 'Que manque-t-il dans « Elle est une ____ qui quitte la ruche pour le nectar. » ?', 'butineuse'],
    ['german', 'Was fehlt in „Sie ist eine ____, die den Stock auf der Suche verlässt.“?', 'Sammlerin'],
    ['italian', 'Che cosa manca in «Questa è una ____ che lascia l’alveare per il nettare.»?', 'bottinatrice'],
    ['portuguese', 'O que falta em «Ela é uma ____ que deixa a colmeia à procura de néctar.»?', 'forrageira'],
    ['russian', 'Чего не хватает в предложении «Это ____, которая покидает улей в поисках нектара днём.»?', 'фуражир'],
    ['arabic', 'ما الناقص في «هذه ____ تغادر الخلية بحثا عن الرحيق في أدفأ الساعات.»؟', 'شغالة'],
    ['hindi', 'क्या छूटा है “यह ____ है जो छत्ते से मकरंद की खोज में निकलती है।”?', 'मधुमक्खी'],
    ['chinese', '「它是在最暖和的时候离开蜂巢去寻找花蜜的____。」中缺少什么？', '采集蜂'],
    ['japanese', '「それは暖かい時間に蜜を探して巣を離れる____です。」に欠けているのは何ですか？', '外勤蜂'],
    ['korean', '“그것은 가장 따뜻한 시간에 꿀을 찾아 벌집을 떠나는 작은 ____ 입니다.”에서 빠진 것은 무엇입니까?', '일벌'],
  ])('%s: a sentence that begins with a pronoun is not a card, and has no other problem', (_, front, back) => {
    const passage = front.replace('____', back);
    const about = { markdown: `**${back}**`, visible: passage, objectives: [], known: [] };
    expect(problemsOfCards([{ front, back, passage }], about)).toEqual([[expect.stringContaining('said before')]]);
  });

  it.each([
    '¿Cuál de estos objetivos se puede comprobar?',
    'Lequel de ces objectifs un ami pourrait-il vérifier ?',
    'Was davon ist ein Projekt?',
    'Что из этого проект?',
    'أيّ هذه الأهداف يمكن التحقق منه؟',
    'इनमें से किस लक्ष्य को कोई मित्र जाँच सकता है?',
    '下面哪个目标是朋友能检验的？',
    '다음 가운데 친구가 확인할 수 있는 목표는 무엇인가요?',
  ])('%s offers a choice of options', (front) => expect(problemsOf({ front })).toEqual([expect.stringContaining('options')]));

  it.each(['да', 'نعم', 'हाँ', '是。', 'はい', '예'])('%s is yes or no', (back) =>
    expect(problemsOf({ back })).toEqual([expect.stringContaining('yes or no')]),
  );
});

it('a passage is stored as pages show it: without marks and drawings', () =>
  expect(visiblePassage('- The **area** of [a comb](https://a.example) of side $a$ is `a*a`')).toBe('The area of a comb of side is a*a'));

it('terms are the marked words of a lesson', () =>
  expect([...markedTerms('A **queen bee**, *drones* and `x = 1`.')]).toEqual(['queenbee', 'drones', 'x=1']));

describe('formulas and code of a card', () => {
  const lesson = [
    'The area is $a^{2}$ and the share is $\\frac{1}{n}$; mass has $E = mc^2$. Call `row_number()` or `SELECT  *`, then `ok`.',
    '```sql\nselect never_inline();\n```',
  ].join('\n\n');
  it.each([
    ['keep the lesson’s spelling', 'What is $a^2$, and what is $E=mc^2$?', 'What is $a^{2}$, and what is $E = mc^2$?'],
    ['get the dollar signs that they lost', 'What does E = mc^2 say?', 'What does $E = mc^2$ say?'],
    ['get the backticks that they lost', 'What does row_number() return?', 'What does `row_number()` return?'],
    ['keep the blanks of code', 'What does `SELECT *` return?', 'What does `SELECT  *` return?'],
    ['are unchanged where the lesson has others', 'What is $b^2$ of my_row_number()?', 'What is $b^2$ of my_row_number()?'],
    ['are not made of words', 'Is it ok to pay $5 for it?', 'Is it ok to pay $5 for it?'],
  ])('%s', (_, text, written) => expect(asLessonWrites(lesson)(text)).toBe(written));

  it('of a lesson without any change nothing', () =>
    expect(asLessonWrites('Only words.')('What is `x`, or $y$?')).toBe('What is `x`, or $y$?'));
});
