import { describe, expect, it } from 'vitest';
import { aLesson } from '#frontend/features/courses/course.factory.ts';
import { buildGlossary } from './build-glossary.ts';

const glossaryOf = (...contents: string[]) =>
  buildGlossary({ modules: [{ title: 'M', summary: '', lessons: contents.map((content, at) => aLesson(0, at, { content })) }] }, 'en');
const terms = (...contents: string[]) => glossaryOf(...contents).map(({ term }) => term);

describe('the glossary of a course', () => {
  it('contains the terms that its lessons set in bold and define, in order, each with its sentence and every lesson', () => {
    expect(
      glossaryOf(
        'Wait. A **swarm** leaves with the *old* queen. Then rest.',
        'The **brood** is the young of [a book](https://x.org). A **Swarm** is a colony that moves out.',
      ),
    ).toEqual([
      {
        term: 'brood',
        sentence: 'The brood is the young of a book.',
        hasMaths: false,
        places: [{ module: 0, lesson: 1, number: '1.2', markdown: 'The **brood** is the young of [a book](https://x.org). ' }],
      },
      {
        term: 'Swarm',
        sentence: 'A Swarm is a colony that moves out.',
        hasMaths: false,
        places: [
          { module: 0, lesson: 0, number: '1.1', markdown: 'A **swarm** leaves with the *old* queen. ' },
          { module: 0, lesson: 1, number: '1.2', markdown: 'A **Swarm** is a colony that moves out.' },
        ],
      },
    ]);
  });

  it.each([
    'If two events do not influence each other, the chance of **both** is the product.',
    'If two events exclude each other, the chance of **either** is the sum.',
    'The **absolute difference** subtracts them.',
    'You plan wages for a year: **mean**, because mean times seven is the bill.',
    '**Quartiles** are sturdier.',
    'So it **is** late.',
    '**Halves.** Each pays 750.',
  ])('contains no word that is only emphasised: %s', (content) => expect(terms(content)).toEqual([]));

  it.each([
    ['An **emergency fund** is the money that makes two such days unpleasant.', 'emergency fund'],
    ['Money put aside for an expense that will come is a **sinking fund**.', 'sinking fund'],
    ['The width of that middle half is called the **interquartile range**.', 'interquartile range'],
    ['The owner used the **mean**: add everything up and share it out.', 'mean'],
    ['Cells store it as **ATP** (adenosine triphosphate).', 'ATP'],
    ['The simplest measure is the **range**, largest minus smallest.', 'range'],
    ['A sample is **biased** when some people are more likely to be in it.', 'biased'],
  ])('contains a term that a sentence defines: %s', (content, term) => expect(terms(content)).toEqual([term]));

  it('recognises definitions in other languages, and elsewhere text between marks', () => {
    const inLanguage = (language: string, content: string) =>
      buildGlossary({ modules: [{ title: 'M', summary: '', lessons: [aLesson(0, 0, { content })] }] }, language).map(({ term }) => term);
    expect(inLanguage('es', 'Esto se llama **media**.')).toEqual(['media']);
    expect(inLanguage('ar', 'هناك كلمة ثالثة هي **المنوال**، أي القيمة الأكثر تكرارًا.')).toEqual(['المنوال']);
    expect(inLanguage('de', 'Das nennt man **Inflation**.')).toEqual(['Inflation']);
    expect(inLanguage('sv', '**medel**: dela allt lika.')).toEqual(['medel']);
    expect(inLanguage('sv', 'Det är **viktigt**.')).toEqual([]);
  });

  it('contains a definition without its leading term', () => {
    const [glue, yard] = glossaryOf('- **Propolis**: a resin of bees.\n- **yard:** Where hives stand.');
    expect([glue!.sentence, yard!.sentence]).toEqual(['A resin of bees.', 'Where hives stand.']);
  });

  it('accepts a definition in a list, and no label, number, heading, code or sentence', () => {
    expect(terms('- **Propolis**: a resin of bees.')).toEqual(['Propolis']);
    expect(terms('**Note:**\n\n**42**\n\n## **Title**\n\n| **Cell** |\n\n```\n**code**\n```')).toEqual([]);
    expect(terms('**Never open a hive in the rain or in a strong wind.** So it is.')).toEqual([]);
  });

  it('of a course without bold terms is empty', () => {
    expect(terms('Nothing stands out here.')).toEqual([]);
  });
});
