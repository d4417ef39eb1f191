interface Titled {
  readonly title: string;
}
interface Offer extends Titled {
  readonly tags: readonly string[];
}
interface Text extends Titled {
  readonly modules: readonly (Titled & { readonly lessons: readonly Titled[] })[];
}

/** Words found in titles on any subject, as stems of `STEM` letters. */
const OF_EVERY_COURSE = new Set(
  ['about', 'advanced', 'basics', 'beginner', 'course', 'curso', 'first', 'from', 'guide', 'into', 'introduction', 'lesson', 'learn']
    .concat(['module', 'para', 'practice', 'start', 'step', 'that', 'this', 'what', 'with', 'your'])
    .map((word) => word.slice(0, 5)),
);
const STEM = 5;
/** Shorter words of scripts with letter case are articles and prepositions, except in capitals: SQL. */
const SHORTEST = 4;

/**
 * Tells whether an offer matches a course's subject: a word of its title or tags occurs in the title of the course or of one of its modules
 * and lessons. Words are compared by their first five letters, without case and accents, so that 'Bookkeeping' matches 'bookkeeper'.
 */
export function isAboutTheSame(offer: Offer, course: Text): boolean {
  const offered = stemsOf([offer.title, ...offer.tags]);
  const taught = stemsOf([
    course.title,
    ...course.modules.flatMap((module) => [module.title, ...module.lessons.map(({ title }) => title)]),
  ]);
  return [...offered].some((stem) => taught.has(stem));
}

function stemsOf(texts: readonly string[]): Set<string> {
  const words = new Intl.Segmenter(undefined, { granularity: 'word' });
  const found = texts.flatMap((text) => [...words.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment));
  return new Set(
    found
      .filter(isTelling)
      .map(stemOf)
      .filter((stem) => !OF_EVERY_COURSE.has(stem)),
  );
}

/**
 * Tells whether a word says something about the subject. Scripts without letter case write a word in one or two characters, so any length
 * counts.
 */
function isTelling(word: string): boolean {
  const hasCase = word.toLowerCase() !== word.toUpperCase();
  if (!hasCase) return /\p{L}/u.test(word);
  return word.length >= SHORTEST || (word.length > 1 && word === word.toUpperCase());
}

const stemOf = (word: string): string => word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().slice(0, STEM);
