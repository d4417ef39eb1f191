import { describe, expect, it } from 'vitest';
import { aCreatorCourse } from './creator-course.factory.ts';
import { toBuilderValues } from './builder-values.ts';

const texts = { title: 'Bees', objectives: 'Judge a roof', description: 'A year with them' };

describe('the values that a draft passes to the AI Builder', () => {
  it('are its objectives and then its description', () => {
    expect(toBuilderValues(aCreatorCourse(1, texts)).goals).toBe('Judge a roof\n\nA year with them');
    expect(toBuilderValues(aCreatorCourse(1, { ...texts, objectives: '' })).goals).toBe('A year with them');
  });

  it('are its field if the builder has the same one', () => {
    expect(toBuilderValues(aCreatorCourse(1, { ...texts, category: 'creative' }))).toMatchObject({ industry_focus: 'creative' });
    for (const category of ['personal', null] as const)
      expect(toBuilderValues(aCreatorCourse(1, { ...texts, category }))).not.toHaveProperty('industry_focus');
  });

  it.each([
    ['النحل في المدينة', 'arabic'],
    ['城市养蜂', 'chinese'],
    ['都市の養蜂入門', 'japanese'],
    ['도시 양봉', 'korean'],
    ['Пчёлы в городе', 'russian'],
    ['शहर में मधुमक्खी', 'hindi'],
    ['Bees: النحل', undefined],
    ['Abejas en la ciudad', undefined],
    ['زنبورداری شهری چیست', undefined],
    ['Бджоли в місті', undefined],
  ])('%j is in the language %s', (title, language) => {
    const course = aCreatorCourse(1, { title, objectives: '', description: language === undefined ? 'x' : title });
    expect(toBuilderValues(course).language_preference).toBe(language);
  });
});
