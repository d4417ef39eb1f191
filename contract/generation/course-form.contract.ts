import * as z from 'zod/mini';
import { engineOf, servicesFor, type MentorEngine, type Service } from '#contract/platform/ai-services.ts';
import { identifier } from '#contract/platform/bounded.ts';
import { SOURCES_OF_COURSE } from '#contract/sources/source-limits.ts';
import { maybeName, visibleName, visibleText } from '#contract/platform/visible-name.ts';

/** Names by which a preferred service can be given: its own and the mentor's (G31). */
type ServiceChoice = Service | MentorEngine;
const serviceChoices = servicesFor('lesson').flatMap((service) => [...new Set([service, engineOf(service)])]);

/**
 * The course form: options and defaults word for word from the specification (BLD-01…14), completed by decision A14 for fields without a
 * specified list. `value` is sent; the interface shows it capitalised.
 */
export const FORM_OPTIONS = {
  duration: ['1 week intensive', '2 weeks', '1 month', '6 weeks', '3 months', '6 months', 'custom-paced'],
  difficulty: ['beginner', 'intermediate', 'advanced', 'professional', 'expert'],
  learning_style: ['visual', 'auditory', 'kinesthetic', 'reading', 'mixed', 'case-study', 'project-based'],
  course_format: ['structured', 'self-paced', 'cohort', 'workshop', 'bootcamp', 'seminar'],
  teaching_style: ['conversational', 'academic', 'practical', 'socratic', 'storytelling', 'analytical', 'inspirational'],
  video_preferences: ['text-only', 'images', 'video-links', 'interactive-media', 'comprehensive'],
  interactive_elements: ['minimal', 'moderate', 'high', 'gamified', 'immersive'],
  assessment_type: ['mixed', 'no-assessment', 'self-assessment', 'quizzes', 'projects', 'case-studies', 'portfolio', 'certification'],
  accessibility_options: [
    'screen-reader',
    'captions',
    'transcripts',
    'high-contrast',
    'large-text',
    'dyslexia-friendly',
    'simple-language',
    'keyboard-only',
  ],
  language_preference: [
    'english',
    'spanish',
    'french',
    'german',
    'italian',
    'portuguese',
    'russian',
    'chinese',
    'japanese',
    'korean',
    'arabic',
    'hindi',
  ],
  motivation_level: ['low', 'medium', 'high', 'very-high'],
  industry_focus: [
    'technology',
    'business',
    'healthcare',
    'education',
    'finance',
    'marketing',
    'creative',
    'engineering',
    'science',
    'general',
  ],
  career_level: ['student', 'junior', 'mid', 'senior', 'executive', 'entrepreneur', 'consultant', 'career-change'],
  current_knowledge: ['complete-beginner', 'some-exposure', 'basic', 'intermediate', 'advanced-beginner', 'looking-to-specialize'],
  content_depth: ['overview', 'detailed', 'comprehensive', 'ivy-league', 'doctoral', 'world-class'],
  academic_framework: [
    'harvard-case',
    'mit-innovation',
    'stanford-design',
    'princeton-analysis',
    'wharton-quantitative',
    'yale-liberal',
    'oxford-tutorial',
    'cambridge-research',
  ],
  ai_model_preference: ['auto', ...serviceChoices] as readonly ('auto' | ServiceChoice)[],
} as const;

/** Maximum length of free text, in characters. Longer text is refused with a 400 that names the field. */
export const FORM_LIMITS = {
  topic: 300,
  learning_goals: 2000,
  free_text: 2000,
  country: 100,
  flag: 100,
  age_min: 5,
  age_max: 120,
  agreement_below: 13,
} as const;

const oneOf = <const T extends readonly [string, ...string[]]>(options: T, fallback: T[number]) =>
  z._default(z.enum(options), fallback as never);
/** Free text; a list of texts is accepted and joined. Blank text counts as absent. */
const freeText = z._default(
  z.pipe(
    z.union([z.string(), z.array(z.string().check(z.maxLength(FORM_LIMITS.free_text))).check(z.maxLength(50))]),
    z.pipe(
      z.transform((value: string | string[]) => (Array.isArray(value) ? value.join(', ') : value).trim()),
      z.string().check(z.maxLength(FORM_LIMITS.free_text)),
    ),
  ),
  '',
);
const flag = z._default(z.union([z.boolean(), z.string().check(z.maxLength(FORM_LIMITS.flag))]), false);

/** `POST /api/generate-course` (GEN-01). Unknown keys are ignored; unknown option values are refused with the list of allowed values. */
export const courseFormSchema = z.object({
  user_id: z.optional(identifier),
  age: z.int().check(z.gte(FORM_LIMITS.age_min), z.lte(FORM_LIMITS.age_max)),
  topic: visibleName(FORM_LIMITS.topic),
  learning_goals: visibleText(FORM_LIMITS.learning_goals),
  duration: oneOf(FORM_OPTIONS.duration, '2 weeks'),
  difficulty: oneOf(FORM_OPTIONS.difficulty, 'beginner'),
  learning_style: oneOf(FORM_OPTIONS.learning_style, 'mixed'),
  course_format: oneOf(FORM_OPTIONS.course_format, 'structured'),
  teaching_style: oneOf(FORM_OPTIONS.teaching_style, 'conversational'),
  video_preferences: oneOf(FORM_OPTIONS.video_preferences, 'comprehensive'),
  interactive_elements: oneOf(FORM_OPTIONS.interactive_elements, 'high'),
  assessment_type: oneOf(FORM_OPTIONS.assessment_type, 'mixed'),
  accessibility_options: z._default(z.array(z.enum(FORM_OPTIONS.accessibility_options)).check(z.maxLength(8)), []),
  language_preference: oneOf(FORM_OPTIONS.language_preference, 'english'),
  motivation_level: oneOf(FORM_OPTIONS.motivation_level, 'medium'),
  industry_focus: oneOf(FORM_OPTIONS.industry_focus, 'general'),
  career_level: oneOf(FORM_OPTIONS.career_level, 'mid'),
  current_knowledge: oneOf(FORM_OPTIONS.current_knowledge, 'basic'),
  content_depth: oneOf(FORM_OPTIONS.content_depth, 'comprehensive'),
  /** Optional: absent, null or blank for no framework. */
  academic_framework: z._default(z.union([z.enum(FORM_OPTIONS.academic_framework), z.literal(''), z.null()]), ''),
  /** Whose law, money and health system a course on such a subject follows, with the edition: 'Portugal', 'IFRS 2024'. Empty: not chosen. */
  country: z._default(maybeName(FORM_LIMITS.country), ''),
  expert_sources: freeText,
  specific_skills: freeText,
  real_world_applications: freeText,
  success_metrics: freeText,
  /** Components with an extra cost are made only on request; the form preselects all of them and shows the price (BLD-17). */
  ai_components: z._default(
    z.object({
      veo3_enabled: z._default(z.boolean(), false),
      imagen_enabled: z._default(z.boolean(), false),
      genie3_enabled: z._default(z.boolean(), false),
      vortex_enabled: z._default(z.boolean(), false),
    }),
    { veo3_enabled: false, imagen_enabled: false, genie3_enabled: false, vortex_enabled: false },
  ),
  ai_model_preference: z._default(z.union([z.enum(FORM_OPTIONS.ai_model_preference), z.boolean()]), 'auto'),
  multimodal_content: flag,
  peer_collaboration: flag,
  mentor_integration: flag,
  certification_level: flag,
  portfolio_development: flag,
  industry_validation: flag,
  /** "Let me check the outline first": writing waits for the learner's approval. */
  review_outline: z._default(z.boolean(), false),
  /**
   * Instead of a course on the topic, use the demo library's general lesson on how to teach yourself anything. Set for a topic that the
   * library does not cover; never where AI services write the courses.
   */
  general_course: z._default(z.boolean(), false),
  /** The caller's own sources from which the course is written. */
  source_ids: z._default(z.array(z.uuid()).check(z.maxLength(SOURCES_OF_COURSE)), []),
  /** A parent, guardian or school agrees; required for learners under 13 (G33). */
  guardian_agreement: z._default(z.boolean(), false),
  /** The course of the caller's studio that receives the lessons, unless it already has lessons. */
  creator_course_id: z.optional(z.uuid()),
});
export type CourseForm = z.output<typeof courseFormSchema>;
export type CourseFormInput = z.input<typeof courseFormSchema>;

/** Cost estimate in hundredths of a token (BLD-17, G07): base 31, video 15.20, images 50, AR/VR 0.50, tutor 2.50. */
export const COST_ESTIMATE = { base: 3100, video: 1520, images: 5000, ar_vr: 50, tutor: 250 } as const;
