import { plainContent } from '#contract/courses/citation-markers.ts';
import type { Lesson } from '#contract/courses/courses.contract.ts';

const FENCED = /```[\s\S]*?```|~~~[\s\S]*?~~~/g;

/** A sentence of a lesson, with its Markdown; headings and table rows do not count as prose. */
export interface LessonSentence {
  readonly markdown: string;
  readonly isProse: boolean;
}

/** Strips Markdown marks. */
export const plain = (text: string): string =>
  text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/(\*\*|__|`|~~)/g, '')
    .replaceAll(/(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)/g, '')
    .replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '')
    .replace(/^[>#\s]+/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Splits the text of a lesson into sentences, without code and citation markers. @param language as in the `lang` attribute */
export function sentencesOf(lesson: Pick<Lesson, 'content' | 'citations'>, language: string | undefined): LessonSentence[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  return plainContent(lesson)
    .replaceAll(FENCED, '')
    .split('\n')
    .flatMap((line) => {
      const isProse = !/^\s*(?:#|\|)/.test(line);
      return Array.from(segmenter.segment(line), ({ segment }) => ({ markdown: segment, isProse }));
    });
}
