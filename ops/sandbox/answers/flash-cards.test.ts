import { describe, expect, it } from 'vitest';
import { work as readLesson } from '#domain/courses/text/read-lesson.task.ts';
import { problemsOfCards } from '#domain/practice/cards/card-problems.ts';
import { flashCardsOf } from './flash-cards.ts';
import { readLibraryCourse } from './read-library.ts';

const cardsOf = (lesson_text: string, language = 'english', mistakes: object[] = []) =>
  flashCardsOf({ lesson_text, mistakes, wanted: { course: 'Bees', lesson: 'Swarms', language } }).flash_cards;
const sidesOf = (text: string, language?: string) => cardsOf(text, language).map(({ front, back }) => [front, back]);

describe('cards of the sandbox', () => {
  it('ask for the terms of the glossary by their meaning, in the first lesson about them', () => {
    const { lessons, head } = readLibraryCourse('first-aid-for-everyone');
    const asked = lessons.map(({ sections }) =>
      cardsOf(sections.join('\n\n')).filter(({ front }) => front.startsWith('What is the word for this?')),
    );
    const terms = asked.flat().map(({ back }) => back);
    expect(new Set(terms).size).toBe(terms.length);
    expect(terms.length).toBeGreaterThan(head.glossary.length / 2);
  });

  it('ask wrongly answered questions first, without options', () => {
    const text = 'A queen lays two thousand eggs a day. A **forager** leaves the hive in search of nectar every morning.';
    const mistake = { question: 'How many eggs does a queen lay a day?', answer: 'Two thousand', explanation: '' };
    expect(cardsOf(text, 'english', [mistake])[0]).toEqual({
      front: mistake.question,
      back: mistake.answer,
      passage: 'A queen lays two thousand eggs a day.',
    });
  });

  it('ask for the result of an instructive calculation, with complete formulas', () => {
    const text =
      'Then\n\n$$\n7 - 3\\cdot(2 - 6) = 7 - (-12) = 19\n$$\n\nholds, and $3 + 4 = 7$ is no news. Of $a^2 = 9$ nobody knows the sign.';
    expect(sidesOf(text)).toEqual([['What is the value of $7 - 3\\cdot(2 - 6)$?', '$19$']]);
  });

  it('ask for the output of a short program, with its complete code', () =>
    expect(sidesOf('```python\nx = [7, 8, 9]\nprint(len(x))\n```\n\n```text\n3\n```')).toEqual([
      ['What does this program print?\nx = [7, 8, 9]\nprint(len(x))', '3'],
    ]));

  it('leave out a term in a takeaway that the lesson marks, or a year, and no other word', () => {
    const text =
      'The **swarm** leaves.\n\n- In the warm weeks of May a swarm leaves its old hive.\n- Putting on socks and shoes takes some time in the morning.\n- Langstroth built the first hive with frames in 1851.';
    expect(sidesOf(text)).toEqual([
      ['What is missing in “In the warm weeks of May a ____ leaves its old hive.”?', 'swarm'],
      ['What is missing in “Langstroth built the first hive with frames in ____.”?', '1851'],
    ]);
  });

  it('are none that the product would drop: a program that shows its output gives the answer away', () =>
    expect(sidesOf('```python\nx = [1, 2]\nprint(len(x))\n```\n\n```text\n2\n```')).toEqual([]));

  it('are none if nothing can be asked well', () => expect(cardsOf('One walks to the hive and looks at it, and comes back.')).toEqual([]));

  it.each([
    ['spanish', 'La **pecoreadora** sale cada mañana de la colmena en busca de néctar.'],
    ['french', 'La **butineuse** quitte la ruche chaque matin pour chercher le nectar.'],
    ['german', 'Die **Sammlerin** verlässt jeden Morgen den Stock auf der Suche nach Nektar.'],
    ['italian', 'La **bottinatrice** lascia ogni mattina l’alveare in cerca di nettare.'],
    ['portuguese', 'A **forrageira** sai todas as manhãs da colmeia à procura de néctar.'],
    ['russian', 'Пчела **фуражир** каждое утро покидает улей в поисках нектара.'],
    ['arabic', 'تغادر **الشغالة** الخلية كل صباح بحثا عن الرحيق في الحقول القريبة.'],
    ['hindi', 'हर सुबह **मधुमक्खी** छत्ते से निकलकर पास के खेतों में मकरंद खोजती है।'],
    ['chinese', '每天早上**采集蜂**都会离开蜂巢，到附近的田野里去寻找花蜜，然后在中午之前回来把花蜜交给同伴。'],
    ['japanese', '毎朝**外勤蜂**は巣を離れて近くの野原で花の蜜を探し、昼になる前に巣へ戻って仲間に蜜を渡します。'],
    ['korean', '매일 아침 **일벌** 무리는 벌집을 떠나 가까운 들판에서 꿀을 찾아 정오 전에 돌아온다.'],
  ])('in %s pass the check that judges every card', async (language, text) => {
    const cards = cardsOf(text, language);
    const { value } = await readLesson(text, new Uint8Array());
    const source = { markdown: text, visible: String(value), objectives: [], known: [] };
    expect(cards).toHaveLength(1);
    expect(problemsOfCards(cards, source)).toEqual([[]]);
  });
});
