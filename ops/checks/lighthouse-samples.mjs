import { setTimeout as wait } from 'node:timers/promises';
import { SAMPLE, signIn } from '../testing/client.ts';

const CREATOR = { ...SAMPLE, email: 'creator@example.com' };
// the sandbox films only subjects that it has a drawing of
const CLIPS = ['A bee lands on lavender', 'The sea at dawn', 'Mountains in fog', 'A city at night'];
/** How long drawing and filming may take, ms. */
const PATIENCE_MS = 240_000;

/**
 * Adds the contents of the pages with pictures to the sample data, created in the same way as by people: covers in the market, a course of
 * the learner's with pictures and a clip, and some clips.
 * @param {string} url
 * @returns {Promise<{ own: string, course: string, creator: string }>} ids: of the learner's course, of a market course and of its creator
 */
export async function givenPictures(url) {
  const [creator, learner] = await Promise.all([signIn(url, CREATOR), signIn(url)]);
  const { courses: sold } = (await creator.request('GET', `/api/courses/${creator.userId}`)).body;
  for (const { course_id: id } of sold) await accepted(creator.request('POST', `/api/course-pictures/${id}`, { places: ['cover'] }));
  const { task_id: taskId } = await learner.start({
    age: 30,
    topic: 'Keeping bees on a city roof',
    learning_goals: 'Look after one colony through a whole year',
    duration: '1 week intensive',
    ai_components: { imagen_enabled: true, veo3_enabled: true },
  });
  for (const prompt of CLIPS) await accepted(learner.request('POST', '/api/vertex-ai/veo3/generate-video', { prompt, duration: 5 }));
  const { result } = await learner.finish(taskId, { timeoutMs: PATIENCE_MS });
  if (!result) throw new Error('the course with pictures was not written');

  const deadline = Date.now() + PATIENCE_MS;
  const areDrawn = async (/** @type {import('../testing/client.ts').Client} */ client, /** @type {string} */ id) => {
    const { cover, modules, clip } = (await client.request('GET', `/api/course-pictures/${id}`)).body;
    return ![cover, ...modules, clip].some(({ state }) => state === 'drawing' || state === 'filming') && cover.state === 'drawn';
  };
  const areFilmed = async () => {
    /** @type {{ videos: { status: string }[] }} */
    const { videos } = (await learner.request('GET', `/api/vertex-ai/veo3/user-history/${learner.userId}`)).body;
    if (videos.some(({ status }) => status === 'failed')) throw new Error(`a clip was not filmed: ${JSON.stringify(videos)}`);
    return videos.every(({ status }) => status === 'completed');
  };
  const waits = [
    areFilmed,
    () => areDrawn(learner, result.course_id),
    ...sold.map(
      (/** @type {{ course_id: string }} */ { course_id: id }) =>
        () =>
          areDrawn(creator, id),
    ),
  ];
  for (const isDone of waits) {
    while (!(await isDone())) {
      if (Date.now() > deadline) throw new Error('the pictures and clips were not ready in time');
      await wait(500);
    }
  }
  const { courses } = (await learner.request('GET', '/api/market/courses?limit=1')).body;
  return { own: result.course_id, course: courses[0].id, creator: courses[0].creator.id };
}

/** @param {Promise<{ status: number, body: unknown }>} answer */
async function accepted(answer) {
  const { status, body } = await answer;
  if (status !== 202) throw new Error(`an order was answered with ${status}: ${JSON.stringify(body)}`);
}
