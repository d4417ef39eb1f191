import type { MarketCourse } from '#contract/market/market.contract.ts';
import type { Publication } from '#contract/market/publication.contract.ts';
import type { User } from '#contract/identity/identity.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { dollarsOf, tagsOf, type CourseFormValues } from './course-form-values.ts';

interface Known {
  /** Absent before the course has been created. */
  readonly id?: string;
  readonly user: Pick<User, 'user_id' | 'first_name' | 'last_name'>;
  /** The lessons chosen for it, and which of them everybody can read. */
  readonly publication?: Publication | undefined;
  /** The course as it is in the market: its ratings, its students, and the picture that replaced its drawn cover. */
  readonly published?: MarketCourse | undefined;
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Returns the course that the market would show if these values were published now, for its preview. */
export function marketDraft(values: CourseFormValues, { id = '', user, publication, published }: Known): MarketCourse {
  const modules = publication?.modules ?? [];
  const lessons = modules.flatMap((module) => module.lessons);
  const now = new Date().toISOString();
  return {
    students: 0,
    rating: null,
    rating_count: 0,
    stars: [0, 0, 0, 0, 0],
    ratings: [],
    language: '',
    age_group: '',
    has_audio: false,
    published_at: now,
    ...published,
    id,
    title: values.title.trim() || t('Your course'),
    description: values.description.trim(),
    category: values.category === '' ? null : values.category,
    difficulty: values.difficulty,
    price: dollarsOf(values.price),
    tags: tagsOf(values.tags),
    outcomes: linesOf(values.objectives),
    requirements: linesOf(values.requirements),
    creator: { id: user.user_id, name: `${user.first_name} ${user.last_name}`.trim() },
    renewed_at: now,
    has_final_test: publication?.has_final_test ?? published?.has_final_test ?? false,
    modules,
    lesson_count: lessons.length,
    duration_minutes: lessons.reduce((sum, lesson) => sum + lesson.duration_minutes, 0),
  };
}
