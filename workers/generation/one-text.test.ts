import { beforeEach, expect, it } from 'vitest';
import { failureReason } from '#domain/platform/runs/run-error.ts';
import { SHORT, usePipeline } from './pipeline.factory.ts';

/** The answer for every lesson; null for the first text that one of them got. */
let text: string | null = null;
let first: unknown = null;
const { database, write } = usePipeline({
  answer: ({ purpose }, composed) => {
    if (purpose !== 'lesson') return composed;
    const answer = JSON.parse(composed) as { content: string };
    first ??= answer.content;
    return JSON.stringify({ ...answer, content: text ?? first });
  },
});
beforeEach(() => {
  text = null;
  first = null;
});

const endOf = async (runId: string) => (await database.knex('run').where({ id: runId }).first('tokens_charged', 'operator_detail'))!;

it('a gateway that answers every lesson with the text of one of them has none stored with another one’s, and the cause is named', async () => {
  const { content, runId } = await write(SHORT);
  const titles = content?.modules.flatMap(({ lessons }) => lessons.filter((lesson) => lesson.content === first).map(({ title }) => title));
  // if the text certainly belongs to the lesson that has it, that lesson keeps it
  expect(titles ?? []).toHaveLength(content ? 1 : 0);
  if (content) expect(content.missing_lessons).toBe(2);
  else {
    const end = await endOf(runId);
    expect(failureReason(end)).toBe('The AI service sent the text of another lesson.');
    expect(end.tokens_charged).toBe(0);
  }
  const causes = await database.knex('step').where({ run_id: runId, job: 'write-lesson', state: 'failed' }).select('tried');
  expect(causes.length).toBeGreaterThanOrEqual(2);
  for (const { tried } of causes) expect(tried.at(-1)).toMatchObject({ cause: 'twin' });
});

it('a text acceptable as a last resort, in another language and shared by all lessons, is not retried for ever', async () => {
  const said = [
    'Las notas muestran un patrón después de una semana, porque los pequeños cambios se suman.',
    'Cada mañana conviene mirar primero lo que ha cambiado desde el día anterior.',
    'Quien escribe una sola línea por la noche recuerda mejor lo que ha visto.',
    'El tiempo, la luz y el viento cuentan tanto como lo que se hace con las manos.',
    'No hace falta entenderlo todo de una vez para empezar con algo sencillo.',
    'Los errores de los primeros días enseñan más que las reglas de un libro.',
    'Después de un mes se nota qué pasos sobran y cuáles faltan todavía.',
    'Una pregunta concreta a un vecino con experiencia ahorra muchas horas.',
    'Lo que parece un problema suele ser la señal de otra cosa más antigua.',
  ];
  // not a loop: each paragraph is about a different place
  const places = ['en el taller', 'en la cocina', 'en el jardín', 'en la escuela'];
  text = places.map((place) => said.map((sentence) => sentence.replace(/\.$/, ` ${place}.`)).join(' ')).join('\n\n');
  const { run, runId, content } = await write(SHORT);
  if (run.status === 'failed') expect(failureReason(await endOf(runId))).toBe('The AI service answered in another language.');
  for (const lesson of content?.modules.flatMap(({ lessons }) => lessons) ?? []) expect(lesson.notes).toContain('language');
});
