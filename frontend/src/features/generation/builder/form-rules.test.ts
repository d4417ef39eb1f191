import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { courseFormSchema, FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import type { QuotaLine } from '#frontend/lib/token-balance.ts';
import { COMPONENTS, estimateCost } from './cost-estimate.ts';
import { MAIN_CHOICES, optionCaption, optionsOf, SECTIONS, START_CHOICE } from './form-fields.ts';
import { findProblems } from './form-rules.ts';
import { FORM_DEFAULTS, isComplete, needsAgreement, toPayload, type FieldName, type FormValues } from './form-values.ts';

const filled: FormValues = { ...FORM_DEFAULTS, topic: 'Bees', learning_goals: 'Keep them', age: '34' };
/** The specification's names of the form's fields (BLD-01), as the call carries them (GEN-01). */
const SPECIFIED = `age topic learning_goals duration difficulty learning_style course_format teaching_style video_preferences
  interactive_elements assessment_type accessibility_options language_preference motivation_level industry_focus career_level
  current_knowledge content_depth academic_framework expert_sources specific_skills real_world_applications success_metrics`.split(/\s+/);
const FLAGS = `ai_model_preference multimodal_content peer_collaboration mentor_integration certification_level portfolio_development
  industry_validation`.split(/\s+/);
const specs = [...MAIN_CHOICES, ...SECTIONS.flatMap(({ fields }) => fields), START_CHOICE];

describe('the fields of the form', () => {
  it('BLD-01 offers every field of the contract exactly once', () => {
    // Three at the top, the components in the cost estimate; the general course only if the library has no match.
    const elsewhere = ['topic', 'learning_goals', 'age', 'guardian_agreement', 'country', 'source_ids', 'ai_components', 'general_course'];
    expect(SPECIFIED).toHaveLength(23);
    expect([...specs.map(({ name }) => name), 'topic', 'learning_goals', 'age']).toEqual(expect.arrayContaining(SPECIFIED));
    expect([...specs.map(({ name }) => name), ...elsewhere].sort()).toEqual(Object.keys(FORM_DEFAULTS).sort());
  });

  it('BLD-02 starts with the defaults of the contract, and requests all components, which other callers must request', () => {
    const {
      age,
      topic,
      learning_goals,
      ai_components: none,
      ...contract
    } = courseFormSchema.parse({ age: 9, topic: 'x', learning_goals: 'x' });
    const { ai_components: all, ...defaults } = FORM_DEFAULTS;
    expect({ ...defaults, age, topic, learning_goals }).toEqual({ ...contract, age, topic, learning_goals });
    expect(Object.values(none)).toEqual([false, false, false, false]);
    expect(Object.values(all)).toEqual([true, true, true, true]);
  });

  /** As the specification lists them, word for word, with the default. */
  it.each([
    ['BLD-03', 'duration', '2 weeks', '1 week intensive|2 weeks|1 month|6 weeks|3 months|6 months|custom-paced'],
    ['BLD-04', 'difficulty', 'beginner', 'beginner|intermediate|advanced|professional|expert'],
    ['BLD-05', 'learning_style', 'mixed', 'visual|auditory|kinesthetic|reading|mixed|case-study|project-based'],
    ['BLD-06', 'teaching_style', 'conversational', 'conversational|academic|practical|socratic|storytelling|analytical|inspirational'],
    ['BLD-07', 'content_depth', 'comprehensive', 'overview|detailed|comprehensive|ivy-league|doctoral|world-class'],
    ['BLD-08', 'interactive_elements', 'high', 'minimal|moderate|high|gamified|immersive'],
    ['BLD-09', 'assessment_type', 'mixed', 'mixed|no-assessment|self-assessment|quizzes|projects|case-studies|portfolio|certification'],
    ['BLD-10', 'video_preferences', 'comprehensive', 'text-only|images|video-links|interactive-media|comprehensive'],
    ['BLD-11', 'career_level', 'mid', 'student|junior|mid|senior|executive|entrepreneur|consultant|career-change'],
    ['BLD-12', 'current_knowledge', 'basic', 'complete-beginner|some-exposure|basic|intermediate|advanced-beginner|looking-to-specialize'],
    [
      'BLD-13',
      'industry_focus',
      'general',
      'technology|business|healthcare|education|finance|marketing|creative|engineering|science|general',
    ],
    [
      'BLD-14',
      'academic_framework',
      '',
      'harvard-case|mit-innovation|stanford-design|princeton-analysis|wharton-quantitative|yale-liberal|oxford-tutorial|cambridge-research',
    ],
    ['A14', 'course_format', 'structured', 'structured|self-paced|cohort|workshop|bootcamp|seminar'],
    ['A14', 'motivation_level', 'medium', 'low|medium|high|very-high'],
    [
      'A14',
      'language_preference',
      'english',
      'english|spanish|french|german|italian|portuguese|russian|chinese|japanese|korean|arabic|hindi',
    ],
  ] as const)('%s offers every %s, each with its own caption, at first %j', (_id, name, start, options) => {
    expect(optionsOf(name)).toEqual(options.split('|'));
    expect(FORM_DEFAULTS[name]).toBe(start);
    expect(new Set(optionsOf(name).map(optionCaption)).size).toBe(optionsOf(name).length);
  });
});

describe('the rules of the form', () => {
  it('BLD-15 needs topic, learning goals and age, and spaces do not count', () => {
    expect(isComplete(filled)).toBe(true);
    for (const field of ['topic', 'learning_goals', 'age'] as const) expect(isComplete({ ...filled, [field]: '  ' })).toBe(false);
  });

  it('accepts the age in Arabic and Persian digits', () => {
    expect(['٣٤', '۳۴'].map((age) => toPayload({ ...filled, age }, 'u').age)).toEqual([34, 34]);
  });

  it('asks for letters or digits if a text has punctuation only', () => {
    expect(findProblems({ ...filled, topic: '?!', learning_goals: '\u2026' })).toEqual({
      topic: 'Must contain letters or digits.',
      learning_goals: 'Must contain letters or digits.',
    });
  });

  it('explains problems in plain words', () => {
    expect(findProblems({ ...filled, age: '4', topic: ' ', specific_skills: 'x'.repeat(2001) })).toEqual({
      age: 'Enter a whole number from 5 to 120.',
      topic: 'This field is required.',
      specific_skills: 'At most 2000 characters.',
    });
  });

  it('agrees with the contract about valid requests', () => {
    const text = (max: number) =>
      fc.oneof(
        fc.string({ maxLength: 12 }),
        fc.nat(3).map((n) => 'x'.repeat(max - 1 + n)),
      );
    const option = (name: FieldName) => fc.constantFrom(...optionsOf(name), 'something else');
    const form = fc.record({
      age: fc.oneof(
        fc.integer({ min: -5, max: 140 }).map(String),
        fc.constantFrom('', '12.5', '1e2', 'ten', '0x1f', ' 30 ', '٣٤', '۳۴', '٣'),
      ),
      topic: text(300),
      learning_goals: text(2000),
      expert_sources: text(2000),
      duration: option('duration'),
      assessment_type: option('assessment_type'),
      academic_framework: fc.constantFrom('', null, 'harvard-case', 'something else'),
      accessibility_options: fc.array(option('accessibility_options'), { maxLength: 4 }),
      ai_model_preference: option('ai_model_preference'),
    });
    fc.assert(
      fc.property(form, (part) => {
        // the contract leaves the agreement to the command, because other callers send it in a separate field
        const values = { ...filled, ...part, guardian_agreement: true } as FormValues;
        const refused = new Set((courseFormSchema.safeParse(toPayload(values, 'u')).error?.issues ?? []).map(({ path }) => path[0]));
        expect(new Set(Object.keys(findProblems(values)))).toEqual(refused);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the request', () => {
  it('GEN-01 BLD-16 carries every snake_case field, components and flags, with the age as an integer', () => {
    const payload = toPayload({ ...filled, topic: '  Bees ' }, 'user-1');
    expect(payload).toMatchObject({ user_id: 'user-1', age: 34, topic: 'Bees', learning_goals: 'Keep them' });
    expect(payload.ai_components).toEqual({ veo3_enabled: true, imagen_enabled: true, genie3_enabled: true, vortex_enabled: true });
    expect(Object.keys(payload)).toEqual(expect.arrayContaining([...SPECIFIED, ...FLAGS]));
    expect(Object.keys(payload).sort()).toEqual(Object.keys(courseFormSchema.parse(payload)).sort());
  });
});

describe('the cost estimate', () => {
  const at = (
    duration: FormValues['duration'],
    ai_components: FormValues['ai_components'],
    offered = COMPONENTS,
    quotas: QuotaLine[] = [],
  ) => estimateCost({ duration, ai_components }, { quotas }, offered);
  const none = { veo3_enabled: false, imagen_enabled: false, genie3_enabled: false, vortex_enabled: false };

  it('BLD-17 is 99.20 with everything on, 31 with everything off, and each part adds its own price', () => {
    const allToBeHad = COMPONENTS.map((component) => ({ ...component, isAvailable: true }));
    const estimate = (components: typeof none) => at('2 weeks', components, allToBeHad).most;
    expect(estimate(FORM_DEFAULTS.ai_components)).toBe(9920);
    expect(estimate(none)).toBe(3100);
    expect(COMPONENTS.map(({ name }) => estimate({ ...none, [name]: true }) - 3100)).toEqual([1520, 5000, 50, 250]);
  });

  it('G32 A12 is nothing for a part without a service, and no tokens for a text that the plan counts', () => {
    const notToBeHad = COMPONENTS.map((component) => ({ ...component, isAvailable: false }));
    const textCourse = { name: 'text_course', allowed: 1, used: 0, held: 0, resets_at: null };
    expect(at('2 weeks', FORM_DEFAULTS.ai_components, notToBeHad)).toEqual({ most: 3100, usual: 3100 });
    expect(at('2 weeks', FORM_DEFAULTS.ai_components, notToBeHad, [textCourse])).toEqual({ most: 0, usual: 0 });
  });

  it('A12 is usually the reservation of a run: the text, a picture for each module and the cover, ten seconds and a simulation', () => {
    const usual = (duration: FormValues['duration']) => at(duration, FORM_DEFAULTS.ai_components).usual;
    expect(usual('2 weeks')).toBe(3100 + 5 * 500 + 10 * 40 + 50);
    expect(usual('1 week intensive')).toBe(3100 + 4 * 500 + 10 * 40 + 50);
    for (const duration of FORM_OPTIONS.duration)
      expect(at(duration, FORM_DEFAULTS.ai_components).most).toBeGreaterThanOrEqual(usual(duration));
  });

  it('A12 is paid by a plan for all of a part or for none of it', () => {
    const pictures = (allowed: number) => [{ name: 'imagen_visual', allowed, used: 0, held: 0, resets_at: null }];
    const drawn = { ...none, imagen_enabled: true };
    expect(at('2 weeks', drawn, COMPONENTS, pictures(5)).most).toBe(3100);
    expect(at('2 weeks', drawn, COMPONENTS, pictures(4)).most).toBe(8100);
  });

  it('BLD-18 hints at the price of a part', () => {
    expect(COMPONENTS.map(({ hint }) => hint)).toEqual([
      '0.05–0.75 per second',
      'about 5 each',
      'about 0.50 each',
      'about 0.10 an interaction',
    ]);
  });

  it('G33 PROF-03 requires a parent’s or school’s consent for learners under 13 only', () => {
    const filled = { ...FORM_DEFAULTS, topic: 'Bees', learning_goals: 'Keep one colony' };
    expect(findProblems({ ...filled, age: '12' })).toEqual({ guardian_agreement: 'A parent or their school must agree first.' });
    expect(findProblems({ ...filled, age: '12', guardian_agreement: true })).toEqual({});
    expect(findProblems({ ...filled, age: '13' })).toEqual({});
    expect([needsAgreement('12'), needsAgreement('13'), needsAgreement(''), needsAgreement('x')]).toEqual([true, false, false, false]);
  });
});
