import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { FormulaText } from '#frontend/ui/formula-text.tsx';

/** A title in the language and direction of a course, whatever letter it begins with, so that `C++` stays intact in Arabic. */
export function CourseTitle({ title, language }: { readonly title: string; readonly language: string | undefined }) {
  const attributes = languageAttributes(language);
  return (
    <bdi {...attributes}>
      <FormulaText text={title} dir={attributes.dir} />
    </bdi>
  );
}
