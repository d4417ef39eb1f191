import { aiService, SERVICES, type Service } from '#contract/platform/ai-services.ts';

const partOf = (service: Service) => ({ service, model: aiService(service).model });

/** Returns a comparison of two casts by one judge, as the contract shows it. A function: the browser's build drops one that nobody calls. */
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
