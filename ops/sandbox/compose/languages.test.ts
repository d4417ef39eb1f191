import { describe, expect, it } from 'vitest';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { checkLanguage } from '#domain/generation/checks/check-language.ts';
import { checkLesson } from '#domain/generation/checks/check-lesson.ts';
import { checkOutline } from '#domain/generation/checks/check-outline.ts';
import { courseSize } from '#domain/generation/outline/course-size.ts';
import { correctedDocument, lessonDocument, reviewDocument } from '#domain/generation/prompts/documents.ts';
import { bookOf } from '../language/read-book.ts';
import { ask, briefOf, countWords, outlineBrief, paragraphsOf, quizOf, writeCourse } from '../testing/courses.ts';
import { noDefects } from './defects.ts';

/** A topic and a goal as a speaker would type them. */
const ASKED: Record<string, readonly [topic: string, goal: string]> = {
  english: ['Beekeeping', 'Keep two hives through the winter'],
  spanish: ['Apicultura', 'Cuidar dos colmenas en invierno'],
  french: ['Apiculture', 'Garder deux ruches en hiver'],
  german: ['Imkerei', 'Zwei Völker durch den Winter bringen'],
  italian: ['Apicoltura', 'Curare due arnie in inverno'],
  portuguese: ['Apicultura', 'Cuidar de duas colmeias no inverno'],
  russian: ['Пчеловодство', 'Сохранить две пчелиные семьи зимой'],
  chinese: ['养蜂', '让两箱蜜蜂过冬'],
  japanese: ['養蜂', '二つの巣箱で冬をこす'],
  korean: ['양봉', '벌통 두 개로 겨울 나기'],
  arabic: ['تربية النحل', 'رعاية خليتين في الشتاء'],
  hindi: ['मधुमक्खी पालन', 'सर्दियों में दो छत्ते सँभालना'],
};

describe.each(FORM_OPTIONS.language_preference)('%s', (language) => {
  const [topic, goal] = ASKED[language] as readonly [string, string];
  // as in the form
  const all = { veo3_enabled: true, imagen_enabled: true, genie3_enabled: true, vortex_enabled: true };
  const form = { topic, learning_goals: goal, language_preference: language, ai_components: all } as const;

  it.each([
    ['for adults', { age: 35 }],
    ['for a child', { age: 10 }],
    [
      'long and deep',
      {
        age: 45,
        duration: '6 months',
        content_depth: 'world-class',
        career_level: 'executive',
        specific_skills: 'A, B, C',
        multimodal_content: true,
      },
    ],
  ] as const)('a course %s: right language, length and level, nothing twice', (_name, more) => {
    const course = writeCourse({ ...form, ...more });
    const words = courseSize(course.form).lesson_words;
    expect(checkOutline(course.outline, course.form)).toEqual([]);
    // of 12 lessons each, of 40 every fourth
    for (const lesson of course.lessons.filter((_, at) => course.lessons.length === 12 || at % 4 === 3))
      expect(checkLesson(lesson, course.form), lesson.content).toEqual([]);
    for (const lesson of course.lessons) {
      expect(lesson.content.length).toBeGreaterThanOrEqual(600);
      expect(countWords(lesson.content) / words, lesson.title).toBeGreaterThan(0.65);
      expect(countWords(lesson.content) / words, lesson.title).toBeLessThan(1.35);
      expect(lesson.content.toLowerCase()).toContain(topic.toLowerCase());
      expect(lesson.objectives).not.toEqual(lesson.key_takeaways);
    }
    const paragraphs = course.lessons.flatMap(({ content }) => paragraphsOf(content));
    expect(paragraphs.filter((text, i) => paragraphs.indexOf(text) !== i)).toEqual([]);
    const titles = [...course.outline.modules.map(({ title }) => title), ...course.lessons.map(({ title }) => title)];
    expect(new Set(titles).size).toBe(titles.length);
    expect(course.text).not.toMatch(/\{\w+\}|undefined|“”|«»|「」|은\/는|을\/를|이\/가/);
    expect(checkLanguage([JSON.stringify(course.research)], language)).toEqual([]);
  });

  it('quiz, exercises, review and correction speak it too', () => {
    const course = writeCourse(form, {}, 4);
    const { brief } = briefOf(form);
    for (const lesson of course.lessons) {
      const { document, quiz } = quizOf(course, lesson);
      expect(document.questions).toHaveLength(4);
      const about = { brief, lesson: lesson.brief, lesson_text: { content: lesson.content } };
      const accepted = ask('review-lesson', { ...about, practice_text: { quiz, exercises: [] } }, reviewDocument);
      expect(accepted).toMatchObject({ verdict: 'accept', findings: [] });
      expect(accepted.question_verdicts.every(({ ok }) => ok)).toBe(true);
      const { findings } = ask('review-lesson', { ...about, practice_text: {} }, reviewDocument, { reviseShare: 1 });
      const corrected = ask('correct-lesson', { ...about, practice_text: {}, findings }, correctedDocument);
      expect(corrected.content).not.toBe(lesson.content);
      expect(corrected.content).toContain(paragraphsOf(lesson.content)[0]);
      expect(checkLanguage([JSON.stringify([document, findings, corrected.content])], language)).toEqual([]);
    }
    const projects = writeCourse({ ...form, assessment_type: 'projects' }, {}, 4);
    expect(projects.text).not.toBe(course.text);
  });

  it('a rewritten lesson reflects the request', () => {
    const course = writeCourse(form, {}, 1);
    const lesson = course.lessons[0]!;
    const about = {
      brief: briefOf(form).brief,
      outline: outlineBrief(course.outline, 0, 0),
      research: course.research,
      lesson: lesson.brief,
    };
    const wish = { lesson_text: { content: lesson.content }, instruction: 'Use examples from the harbour of Valparaíso' };
    const { content } = ask('rewrite-lesson', { ...about, ...wish }, lessonDocument);
    expect(content).toContain('the harbour of Valparaíso');
    expect(content).not.toMatch(/\{\w+\}/);
    expect(checkLanguage([content], language)).toEqual([]);
  });

  it('each choice of the form has its own words', () => {
    const course = (more: object) => writeCourse({ ...form, content_depth: 'detailed', ...more }, { seed: 'options' }, 2).text;
    const options = bookOf(language).options;
    for (const [field, byOption] of Object.entries(options).filter(([name]) => name !== 'flags' && name !== 'ai_components')) {
      expect(new Set(Object.values(byOption).map(([pattern]) => pattern)).size, field).toBe(
        FORM_OPTIONS[field as keyof typeof FORM_OPTIONS].length,
      );
    }
    expect(course({ teaching_style: 'socratic' })).not.toBe(course({ teaching_style: 'practical' }));
  });

  it('its defects are seen: a passage unfit for minors, another language', () => {
    const young = { ...form, age: 10 };
    const unsafe = writeCourse(young, { defects: { ...noDefects(), unsafe: { share: 1 } } }, 1);
    expect(
      checkLesson(unsafe.lessons[0]!, unsafe.form)
        .map(({ text }) => text)
        .join(),
    ).toMatch(/unsuitable/);
    const drifted = writeCourse(young, { defects: { ...noDefects(), drift: { share: 1, language: 'english' } } }, 2);
    for (const lesson of drifted.lessons) {
      expect(
        checkLesson(lesson, drifted.form)
          .map(({ text }) => text)
          .join(),
      ).toMatch(/language/);
      const review = ask(
        'review-lesson',
        { brief: briefOf(young).brief, lesson: lesson.brief, lesson_text: { content: lesson.content }, practice_text: {} },
        reviewDocument,
      );
      expect(review).toMatchObject({ verdict: 'revise', findings: [bookOf(language).flaws.language] });
    }
  });
});
