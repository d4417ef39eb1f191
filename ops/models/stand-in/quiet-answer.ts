import { answerPrompt, readPromptRequest } from '../../sandbox/answers/answer.ts';
import { readBrief } from '../../sandbox/answers/brief.ts';
import { planCourse } from '../../sandbox/answers/course-plan.ts';
import { unmaskAnswer } from '../../sandbox/answers/markdown-escapes.ts';
import { readTags } from '../../sandbox/answers/read-tags.ts';
import { hash32 } from '../../sandbox/seeded-random.ts';
import { isObject, type JsonObject } from '../../sandbox/wire/wire.ts';
import type { Call } from './call.ts';

/** French words, every second of which serves only to mark the language. */
export const FRENCH =
  `le pain dans la maison et une lumière pour les jardins avec des pierres est une route sur le chemin qui reste plus claire que les murs du village
  où elle voit un arbre aux feuilles vertes par un matin dont il parle avec son voisin et sa main dans cette eau`
    .split(/\s+/)
    .filter(Boolean);

/** Matches parts that stay unchanged: placeholders for names and formulas, and numbers; and words. */
const WORD = /⟦\d+⟧|\d[\d.,]*|\p{L}[\p{L}\p{M}'’-]*/gu;

/** Returns a text of the same shape in French: lines, marks, numbers and placeholders stay, each word becomes a French one. */
export function inFrench(text: string): string {
  let at = hash32(text);
  return text.replace(WORD, (word) => {
    if (!/^\p{L}/u.test(word)) return word;
    const french = FRENCH[at++ % FRENCH.length]!;
    return /^\p{Lu}/u.test(word) ? french[0]!.toUpperCase() + french.slice(1) : french;
  });
}

const listOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

/**
 * Returns a good model's answer: texts of the sandbox's library, written by people, in the requested form. A call without a form, or with
 * an unknown one, gets the shortest text that fits.
 */
export function quietAnswer({ system, user, form, model, mostTokens, purpose }: Call): JsonObject {
  if (!form) return { answer: 'Notes show a pattern after a week.' };
  if (purpose === 'translation') {
    const texts = listOf(readTags(`${system}\n${user}`).texts);
    return { translations: texts.map(({ id, text }) => ({ id: String(id), text: inFrench(String(text)) })) };
  }
  if (purpose === 'names') return { names: [] };
  const asked = readPromptRequest({ model, stream: true, schema: form, system, user, maxTokens: mostTokens });
  const answer = JSON.parse(answerPrompt(asked, { seed: 'stand-in', reviseShare: 0 })) as JsonObject;
  if (purpose === 'outline') fillOutline(answer, asked.tags.brief);
  return answer;
}

/**
 * Completes an outline: a course of the library may have fewer lessons than requested, or group them differently, while a good model writes
 * as many. Missing lessons are the library's lessons on learning such a subject, each with its own title, objectives and text, so that no
 * two lessons of a course are the same.
 */
function fillOutline(answer: JsonObject, brief: unknown): void {
  const asked = readBrief(brief);
  const { size } = asked;
  const wanted = size.modules * size.lessons;
  const heads = listOf(answer['modules']);
  const own = heads.flatMap((module) => listOf(module['lessons']));
  if (own.length === 0) return;
  const titles = new Set(own.map(({ title }) => title));
  const more = planCourse(asked).second.lessons.map(({ title, takeaways, objectives }) =>
    unmaskAnswer({
      title,
      summary: takeaways[0]!,
      kind: 'idea',
      objectives: [...objectives],
      assumes: [],
      adds: [],
      leaves: [],
      thread: '',
      work_minutes: 0,
    }),
  );
  const all = [...own, ...more.filter(({ title }) => !titles.has(title))].slice(0, wanted);
  if (all.length < wanted) return;
  answer['modules'] = Array.from({ length: size.modules }, (_, at) => ({
    ...(heads[at] ?? { title: `More on the subject, ${at + 1}`, summary: 'What follows from the parts before.' }),
    lessons: all.slice(at * size.lessons, (at + 1) * size.lessons),
  }));
  answer['fewer_because'] = '';
}
