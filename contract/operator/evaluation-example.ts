import { aiService, SERVICES, type Service } from '#contract/platform/ai-services.ts';

const partOf = (service: Service) => ({ service, model: aiService(service).model });

/** Returns the example of a comparison of two casts by one judge. It is a function so that the browser's build drops it. */
export function evaluationExample(): object {
  const [first, second, third] = SERVICES.map(partOf);
  return {
    name: 'Who writes about bees',
    briefs: ['The hive', 'Swarms', 'Honey', 'Winter', 'Pollen'].map((topic) => ({ topic, difficulty: 'beginner' })),
    casts: [first, second].map((writer, at) => ({
      name: `Cast ${at + 1}`,
      roles: { outline: writer, lesson: writer, practice: writer, review: third },
    })),
    judges: [third],
  };
}
