import { describe, expect, it } from 'vitest';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { writeCourse } from '../testing/courses.ts';

const form = {
  topic: 'Pottery',
  learning_goals: 'Throw a bowl',
  specific_skills: 'centring clay',
  real_world_applications: 'gifts for friends',
  success_metrics: 'three bowls that hold water',
  expert_sources: 'Bernard Leach, A Potter’s Book',
  content_depth: 'detailed',
} as const;

describe('every field of the form shows in the text', () => {
  const single = Object.entries(FORM_OPTIONS).filter(([field]) => field !== 'accessibility_options');
  it.each(single)('%s: each option makes another course', (field, options) => {
    const texts = options.map((option) => writeCourse({ ...form, [field]: option } as never, {}, 8).text);
    expect(new Set(texts).size).toBe(options.length);
  });

  it.each(FORM_OPTIONS.accessibility_options)('accessibility_options: %s', (option) => {
    expect(writeCourse({ ...form, accessibility_options: [option] }, {}, 8).text).not.toBe(writeCourse(form, {}, 8).text);
  });

  it('tables become lists where they are hard to read', () => {
    const table = /^\| --- /m;
    const texts = (options: never[]) =>
      writeCourse({ ...form, teaching_style: 'academic', accessibility_options: options })
        .lessons.map(({ content }) => content)
        .join('\n');
    expect(texts([])).toMatch(table);
    expect(texts(['screen-reader' as never])).not.toMatch(table);
  });

  it.each([
    ['learning_goals', 'Throw a bowl'],
    ['specific_skills', 'centring clay'],
    ['real_world_applications', 'gifts for friends'],
    ['success_metrics', 'three bowls that hold water'],
    ['expert_sources', 'Bernard Leach'],
  ])('%s is used in the learner’s own words', (_field, words) => {
    expect(writeCourse({ ...form, duration: '1 month' }).text.toLowerCase()).toContain(words.toLowerCase());
  });

  it.each([
    'multimodal_content',
    'peer_collaboration',
    'mentor_integration',
    'certification_level',
    'portfolio_development',
    'industry_validation',
    'review_outline',
  ])('%s, on or off', (flag) => {
    expect(writeCourse({ ...form, [flag]: true }).text).not.toBe(writeCourse(form).text);
  });

  it('flags bring tasks of their kind', () => {
    const text = writeCourse({
      ...form,
      peer_collaboration: true,
      mentor_integration: 'weekly',
      certification_level: 'professional',
      duration: '1 month',
    }).text;
    for (const word of [/another learner/, /mentor/, /certificate/]) expect(text).toMatch(word);
    expect(writeCourse(form).text).not.toMatch(/your mentor|certificate/);
  });

  it('no source is named that the learner did not name', () => {
    const { expert_sources: _, ...without } = form;
    expect(writeCourse(without).text).not.toMatch(/Leach|\bet al\b|\(\d{4}\)|University/);
  });

  it('a child’s lesson does not mention a career', () => {
    const text = writeCourse({ topic: 'Pottery', age: 11 }).text;
    expect(text).not.toMatch(/some years behind you|mid-career|executive|Seniority/);
  });

  it('what was not chosen is not written about: nobody is told where they stand in working life, or how the course is built', () => {
    for (const topic of ['Pottery', 'Bookkeeping', 'Chess endings']) {
      const { text } = writeCourse({ topic, age: 34, learning_goals: 'Begin' });
      expect(text).not.toMatch(/years behind you|mid-career|At the level|Format:|length:|structured/i);
    }
  });
});
