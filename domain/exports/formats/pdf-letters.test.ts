import { extractText, getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import { courseOf, lessonOf } from './exported-course.factory.ts';
import { work } from './write-course.task.ts';

const written = async (content: string, title = 'Names of bees') => {
  const lesson = { ...lessonOf(title), content };
  const course = courseOf({ modules: [{ title: 'Spring', summary: '', lessons: [lessonOf('The hive'), lesson] }] });
  return work({ format: 'pdf', course, plain: [], pictures: [] }, new Uint8Array());
};
const textIn = async (content: string) => {
  const { bytes } = await written(content);
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes!)), { mergePages: true });
  return text.replaceAll(/\s+/g, ' ');
};

it.each(['蜜蜂用舞蹈告诉同伴花在哪里。', 'मधुमक्खियाँ नाचकर फूलों की जगह बताती हैं।', 'ผึ้งเต้นรำเพื่อบอกตำแหน่งของดอกไม้'])(
  'a PDF in a script that no font has is refused with the lesson: %s',
  async (text) => expect(await written(text.repeat(9))).toEqual({ value: { foreign: 'Names of bees' } }),
);

it.each([
  ['emoji', 'Good ✅, bad ❌, a bee 🐝.', 'Good ✅, bad ❌, a bee 🐝.'],
  ['emoji of several characters', '👨‍👩‍👧 🇩🇪', '👨‍👩‍👧 🇩🇪'],
  ['emoji in cells of their own', '| a | b |\n|-|-|\n| ✅ | ❌ |\n| 🐝 | x |', '✅ ❌ 🐝 x'],
  ['emoji beside words in a cell, by a sign of the same meaning', '| a | b |\n|-|-|\n| ✅ Yes | ❌ No |', '✔ Yes ✘ No'],
  ['another emoji beside words in a cell, by its name', '| a |\n|-|\n| A 🐝 |', 'A [HONEYBEE]'],
  ['ligatures by their letters', 'Ａ ㎡', 'A m2'],
  ['letters of another script by their names', 'A bee is 蜂.', 'A bee is [CJK UNIFIED IDEOGRAPH-8702].'],
  ['signs that no font has by their names', 'A clef: 𝄞.', 'A clef: [MUSICAL SYMBOL G CLEF].'],
  ['characters without a name by their numbers', 'Here: \uE000.', 'Here: [<private-use-E000>].'],
  ['signs and letters that a font has', '→ ∀x ∈ ℝ, Пчела, μέλισσα, Köln ✓', '→ ∀x ∈ ℝ, Пчела, μέλισσα, Köln ✓'],
])('a PDF has %s', async (_name, content, read) => expect(await textIn(content)).toContain(read));

it('the honorific ﷺ is exported in words, and refuses no file', async () => {
  const text = await textIn('The Prophet ﷺ said.');
  for (const word of ['صلى', 'الله', 'وسلم']) expect(text).toContain(word);
});
