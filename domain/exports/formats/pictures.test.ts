import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import type { Course } from '#contract/courses/courses.contract.ts';
import { epubOf } from './epub.ts';
import { courseOf, lessonOf } from './exported-course.factory.ts';
import { figuresFor } from './pictures.ts';
import { pdfOf } from './pdf.ts';

const ALT = 'Chess board. White: king g1; rook e1.';
const withText = (content: string): Course =>
  courseOf({ modules: [{ title: 'Mate', summary: '', lessons: [{ ...lessonOf('The back rank'), content }] }] });

it('a figure of the product appears in book and paper at its place in the text, with its words', async () => {
  const course = withText(`Before it.\n\n![${ALT}](/figures/chess-02-1.svg)\n\nAfter it.`);
  const figures = await figuresFor(course);
  expect(figures).toMatchObject([{ name: 'lesson-1-1-chess-02-1.jpg', alt: ALT }]);
  const files = unzipSync(epubOf(course, figures));
  const page = new TextDecoder().decode(Object.entries(files).find(([name]) => name.endsWith('lesson-1-1.xhtml'))![1]);
  expect(page).toContain(`<p>Before it.</p>\n<p><img src="pictures/lesson-1-1-chess-02-1.jpg" alt="${ALT}"/></p>\n<p>After it.</p>`);
  expect(Object.keys(files).some((name) => name.endsWith('pictures/lesson-1-1-chess-02-1.jpg'))).toBe(true);
  const paper = Buffer.from(await pdfOf(course, figures)).toString('latin1');
  expect(paper).toContain('/Subtype /Image');
  expect(paper).toContain(`/Alt (${ALT})`);
});

it('an unknown address, and a missing figure, are replaced by words', async () => {
  const course = withText('![A cat](/figures/no-such.svg)\n\n![A dog](https://example.com/dog.svg)');
  expect(await figuresFor(course)).toEqual([]);
});
