import { expect, it } from 'vitest';
import { courseOf, lessonOf } from './exported-course.factory.ts';
import { work } from './write-course.task.ts';

const written = async (content: string, title = 'Names of bees') => {
  const lesson = { ...lessonOf(title), content };
  const course = courseOf({ modules: [{ title: 'Spring', summary: '', lessons: [lessonOf('The hive'), lesson] }] });
  return work({ format: 'pdf', course, plain: [], pictures: [] }, new Uint8Array());
};

it.each(['In Chinese it is 蜜蜂.', 'In Hindi it is मधुमक्खी.', 'In Thai it is ผึ้ง.', 'It is `蜂` in code.'])(
  'a PDF with letters that no font has is refused with the lesson: %s',
  async (content) => expect(await written(content)).toEqual({ value: { foreign: 'Names of bees' } }),
);

it('one with signs and letters that a font has is written, with emoji too', async () => {
  const { value, bytes } = await written('Bees 🐝 → ∀x ∈ ℝ, Пчела, μέλισσα, Köln ✓');
  expect([value, Buffer.from(bytes!).subarray(0, 5).toString()]).toEqual([undefined, '%PDF-']);
});
