import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { isolateLatinTerms } from '#frontend/lib/latin-terms.ts';

/** A title in the language of a course, with that language's direction whatever it begins with, so `C++` stays intact in Arabic. */
export function CourseTitle({ title, language }: { readonly title: string; readonly language: string | undefined }) {
  const attributes = languageAttributes(language);
  return <bdi {...attributes}>{isolateLatinTerms(title, attributes.dir)}</bdi>;
}
