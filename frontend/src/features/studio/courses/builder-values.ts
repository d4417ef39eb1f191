import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import type { CreatorCourse } from '#contract/studio/creator-courses.contract.ts';
import { languageOfScript } from '#frontend/lib/preferences/script-language.ts';

const industryOf = (category: CreatorCourse['category']) => FORM_OPTIONS.industry_focus.find((industry) => industry === category);

/**
 * Converts a course to the builder's wish for writing its lessons: what readers can do at the end, and the subject; the category where the
 * builder has the same one; the language where the script identifies it.
 */
export function toBuilderValues({ title, objectives, description, difficulty, category }: CreatorCourse) {
  const industry = industryOf(category);
  const language = languageOfScript(`${title} ${objectives} ${description}`);
  return {
    topic: title,
    goals: [objectives, description].filter((text) => text !== '').join('\n\n'),
    difficulty,
    ...(industry && { industry_focus: industry }),
    ...(language && { language_preference: language }),
  };
}
