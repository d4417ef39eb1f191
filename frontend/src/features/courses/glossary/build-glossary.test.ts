import { describe, expect, it } from 'vitest';
import { aLesson } from '#frontend/features/courses/course.factory.ts';
import { buildGlossary } from './build-glossary.ts';

const glossaryOf = (...contents: string[]) =>
  buildGlossary({ modules: [{ title: 'M', summary: '', lessons: contents.map((content, at) => aLesson(0, at, { content })) }] }, 'en');
const terms = (...contents: string[]) => glossaryOf(...contents).map(({ term }) => term);

describe('the glossary of a course', () => {
  it('is what its lessons set in bold, in order, each with the first sentence that does and every lesson', () => {
    expect(
      glossaryOf(
        'Wait. A **swarm** leaves with the *old* queen. Then rest.',
        'The **brood** is warm, says [a book](https://x.org). A **Swarm** again.',
      ),
    ).toEqual([
      {
        term: 'brood',
        sentence: 'The brood is warm, says a book.',
        hasMaths: false,
        places: [{ module: 0, lesson: 1, number: '1.2', markdown: 'The **brood** is warm, says [a book](https://x.org). ' }],
      },
      {
        term: 'swarm',
        sentence: 'A swarm leaves with the old queen.',
        hasMaths: false,
        places: [
          { module: 0, lesson: 0, number: '1.1', markdown: 'A **swarm** leaves with the *old* queen. ' },
          { module: 0, lesson: 1, number: '1.2', markdown: 'A **Swarm** again.' },
        ],
      },
    ]);
  });

  it('has a definition without the term it begins with', () => {
    const [glue, yard] = glossaryOf('- **Propolis**: a resin of bees.\n- **yard:** Where hives stand.');
    expect([glue!.sentence, yard!.sentence]).toEqual(['A resin of bees.', 'Where hives stand.']);
  });

  it('takes a definition in a list, and no label, number, heading, code or sentence', () => {
    expect(terms('- **Propolis**: a resin of bees.')).toEqual(['Propolis']);
    expect(terms('**Note:**\n\n**42**\n\n## **Title**\n\n| **Cell** |\n\n```\n**code**\n```')).toEqual([]);
    expect(terms('**Never open a hive in the rain or in a strong wind.** So it is.')).toEqual([]);
  });

  it('of a course without bold terms is empty', () => {
    expect(terms('Nothing stands out here.')).toEqual([]);
  });
});
