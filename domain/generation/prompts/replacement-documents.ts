import * as z from 'zod';
import { declareAnswer, hinted } from '#domain/vendors/llm/answer-schema.ts';

/** The parts of a lesson in which a passage can be replaced. */
export const EDIT_PLACES = ['content', 'takeaways', 'question', 'exercise', 'workshop'] as const;

/** `id`: of the question, the exercise or the step of the workshop; '' elsewhere, and for the beginning of the workshop. */
const passage = {
  place: hinted(z.enum(EDIT_PLACES), { absent: 'content' as const }),
  id: hinted(z.string(), { absent: '' }),
  /** The passage, letter by letter, so long that it stands in its place once. */
  old: z.string(),
  new: hinted(z.string(), { absent: '' }),
  reason: hinted(z.string(), { absent: '' }),
};
const replacement = z.object(passage);
/** A named passage of a lesson, and what takes its place. */
export type Replacement = z.infer<typeof replacement>;

export const REPLACEMENT: Replacement = {
  place: 'content',
  id: '',
  old: 'White tea is fully oxidised.',
  new: 'White tea is hardly oxidised.',
  reason: 'The table below says that it is not.',
};

/** The replacements in the lesson that an answer is about. */
export const replacements = hinted(z.array(replacement), { absent: [] });

const ofCourse = z.object({ lesson: hinted(z.string(), { absent: '' }), ...passage });
/** A replacement in one of several lessons. `lesson`: its number, `1.2`. */
export type CourseReplacement = z.infer<typeof ofCourse>;

export const editDocument = declareAnswer('edit', z.object({ replacements: z.array(ofCourse) }), {
  replacements: [{ lesson: '1.2', ...REPLACEMENT }],
});

/** Tells whether a replacement names a passage; models add empty ones where they have none. */
export const isNamed = ({ old }: Replacement): boolean => old.trim() !== '';

/** Returns a replacement as a finding, for whoever corrects the lesson as a whole. */
export const findingOf = ({ old, new: text, reason }: Replacement): string =>
  text.trim() === '' ? `“${old.trim()}”: ${reason}` : `“${old.trim()}” has to say “${text.trim()}”: ${reason}`;
