import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import type { Course } from '#contract/courses/courses.contract.ts';
import { foreignShare, type Language } from '#domain/generation/checks/check-language.ts';
import { signIn } from '../testing/client.ts';
import { startStack } from '../testing/stack.ts';
import { line } from './figures.ts';

const DRIFT_SHARE = 0.3;
const TOPICS: Record<Language, string> = {
  english: 'Beekeeping',
  spanish: 'Apicultura',
  french: 'Apiculture',
  german: 'Imkerei',
  italian: 'Apicoltura',
  portuguese: 'Criação de abelhas',
  russian: 'Пчеловодство',
  chinese: '养蜂',
  japanese: '養蜂',
  korean: '양봉',
  arabic: 'تربية النحل',
  hindi: 'मधुमक्खी पालन',
};
/** A stored lesson with this share of foreign text counts as one in the wrong language. */
const WRONG_FROM = 0.25;
/** The sandbox drifts to English, and from English to Spanish. */
const driftOf = (language: Language): Language => (language === 'english' ? 'spanish' : 'english');

/**
 * A course in each of the twelve languages from services that write 30 % of all lessons in another one: how many wrong lessons were detected,
 * how many were stored, and whether each of those is marked. Two detectors check the stored lessons: the product's own, and an independent one
 * (`isMostly`).
 */
export async function bench(): Promise<void> {
  const stack = await startStack({ SPEND_CAP_USER_CENTS: '0', SPEND_CAP_INSTALL_CENTS: '0' });
  try {
    const answer = await fetch(`${stack.sandboxUrl}/control/drift`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ share: DRIFT_SHARE }),
    });
    if (!answer.ok) throw new Error(`control/drift: ${answer.status} ${await answer.text()}`);
    const client = await signIn(stack.url);
    const sums = { lessons: 0, caught: 0, wrong: 0, silent: 0 };
    for (const language of FORM_OPTIONS.language_preference) {
      const { task_id } = await client.start({
        age: 30,
        topic: TOPICS[language],
        learning_goals: TOPICS[language],
        language_preference: language,
        duration: '6 weeks',
      });
      const end = await client.finish(task_id);
      if (end.status !== 'completed') {
        line(language, `no course: ${end.error?.code}`);
        continue;
      }
      const course = (await client.request('GET', `/api/courses/${client.userId}/${end.result!.course_id}`)).body.course as Course;
      const lessons = course.modules.flatMap((module) => module.lessons);
      const wrong = lessons.filter(({ content }) => foreignShare(content, language) >= WRONG_FROM || isMostly(content, driftOf(language)));
      const silent = wrong.filter(({ notes }) => !notes.includes('language'));
      const usage = (await client.request('GET', `/api/generate-course/${task_id}/usage`)).body;
      const caught = (usage.by_lesson as { attempts: number }[]).reduce((sum, { attempts }) => sum + attempts - 1, 0);
      line(
        language,
        `${lessons.length} lessons, ${caught} drifted and written again, ${wrong.length} wrong stored, ${silent.length} of them without saying so`,
      );
      sums.lessons += lessons.length;
      sums.caught += caught;
      sums.wrong += wrong.length;
      sums.silent += silent.length;
    }
    line('wrong lessons stored (target ≤ 2 %)', `${((100 * sums.wrong) / sums.lessons).toFixed(1)} % of ${sums.lessons}`);
    line('  of them without saying so (target 0)', String(sums.silent));
    line('drifted lessons caught', String(sums.caught));
  } finally {
    await stack.stop();
  }
}

/** The most common function words of the two languages a lesson can have drifted to. */
const WORDS: Partial<Record<Language, RegExp>> = {
  english: /(?<!\p{L})(?:the|and|of|is|to|that|it|with|for|you|what|this)(?!\p{L})/giu,
  spanish: /(?<!\p{L})(?:el|la|los|las|que|es|se|una|con|para|lo|del|y|por)(?!\p{L})/giu,
};

/** Whether a text has as many of a language's function words as texts in it usually do: more than one in eight. */
function isMostly(content: string, language: Language): boolean {
  const count = content.match(WORDS[language] as RegExp)?.length ?? 0;
  return count / content.split(/\s+/).length > 0.125;
}
