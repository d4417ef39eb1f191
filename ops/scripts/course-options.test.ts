import { describe, expect, it } from 'vitest';
import { courseFormSchema } from '#contract/generation/course-form.contract.ts';
import { COURSE_USAGE, readCourseOptions } from './course-options.ts';

const read = (...words: string[]) => readCourseOptions(words, {});

describe('npm run course -- …', () => {
  it('needs no more than a topic for a valid form', () => {
    const { form, url, out } = read('Beekeeping');
    expect(courseFormSchema.parse(form)).toMatchObject({ topic: 'Beekeeping', age: 30, difficulty: 'beginner' });
    expect([url, out]).toEqual(['http://localhost:3000', null]);
  });

  it('accepts every field of the form as an option', () => {
    const { form } = read(
      'Contract law',
      '--goals',
      'Draft a lease',
      '--age=45',
      '--career-level',
      'executive',
      '--accessibility-options',
      'captions, large-text',
      '--no-veo3-enabled',
      '--peer-collaboration',
      '--certification-level=gold',
      '--language-preference',
      'spanish',
    );
    expect(courseFormSchema.parse(form)).toMatchObject({
      topic: 'Contract law',
      learning_goals: 'Draft a lease',
      age: 45,
      career_level: 'executive',
      accessibility_options: ['captions', 'large-text'],
      ai_components: { veo3_enabled: false, imagen_enabled: false },
      peer_collaboration: true,
      certification_level: 'gold',
      language_preference: 'spanish',
    });
  });

  it('does not offer outline approval, because no user is present to approve it', () => {
    expect(COURSE_USAGE).not.toContain('review-outline');
    for (const word of ['--review-outline', '--no-review-outline', '--review-outline=true'])
      expect(() => read('Bees', word)).toThrow(/There is no option --(no-)?review-outline/);
  });

  it('does not mistake the topic for the value of a flag', () => {
    expect(read('--peer-collaboration', 'Chess').form).toMatchObject({ topic: 'Chess', peer_collaboration: true });
    expect(read('--peer-collaboration', 'no', 'Chess').form).toMatchObject({ topic: 'Chess', peer_collaboration: false });
  });

  it('uses PORT, and prefers --url', () => {
    expect(readCourseOptions(['x'], { PORT: '3400' }).url).toBe('http://localhost:3400');
    expect(readCourseOptions(['x', '--url', 'https://learn.example.com/'], { PORT: '3400' }).url).toBe('https://learn.example.com');
  });

  it.each([
    [['x', '--colour', 'red'], /There is no option --colour/],
    [['x', '--out'], /--out needs a value/],
    [['how', 'bees', 'dance'], /Put the topic in quotes: .*"how bees dance"/],
    [['x', '--url', 'nowhere'], /--url must be an address/],
  ])('reports the problem with %j', (words, message) => {
    expect(() => read(...words)).toThrow(message);
  });
});
