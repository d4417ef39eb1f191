import { readLibrary, readSecondCourse } from './sandbox/answers/read-library.ts';
import { planCourse } from './sandbox/answers/course-plan.ts';
import { readBrief } from './sandbox/answers/brief.ts';
import { quizOf } from './sandbox/answers/quiz.ts';
import { courseFormSchema } from '#contract/generation/course-form.contract.ts';
import { orderQuiz, checkQuizRules } from '#domain/generation/practice/quiz-rules.ts';
const topics = process.argv.slice(2);
for (const t of topics) {
  const form = courseFormSchema.parse({ age: 30, topic: t, learning_goals: 'Any' });
  const plan = planCourse(readBrief({ ...form, course_size: { modules: 3, lessons_per_module: 4, lesson_words: 550 } } as never));
  console.log('#', t, plan.course.slug);
  let n = 0;
  let prev: string | null = null;
  for (const unit of plan.modules.flatMap(({ units }) => units)) {
    const count = 4;
    const order = orderQuiz(n, count, { hasEarlier: n > 0 });
    const doc = quizOf(plan, unit, count, { kinds: order.kinds, statement: order.statement, recalls: prev });
    const p = checkQuizRules(doc as never, order, unit.sections.join('\n\n'));
    console.log(
      unit.lesson.file,
      doc.questions.map((q) => q.kind + '/' + q.purpose + '/' + q.after).join(' '),
      p.map((x) => x.text),
    );
    prev = unit.lesson.title;
    n++;
  }
}
