import { AI_SERVICES, type AiServiceRow, type CourseRole, type ListPrice, type ServiceRole, type Wire } from './ai-service-rows.ts';

export { AI_SERVICES, type AiServiceRow, type CourseRole, type ListPrice, type ServiceRole, type Wire };
export type Service = keyof typeof AI_SERVICES;
export const SERVICES = Object.keys(AI_SERVICES) as readonly Service[];
/** The mentor's name for a service. */
export type MentorEngine = (typeof AI_SERVICES)[Service]['mentor']['engine'];

/** Returns the row of a service. */
export const aiService = (service: Service): AiServiceRow => AI_SERVICES[service];

/** Builds a table with an entry for each service. */
export const eachService = <T>(lineOf: (service: Service) => T): Record<Service, T> =>
  Object.fromEntries(SERVICES.map((service) => [service, lineOf(service)])) as Record<Service, T>;

/** Returns the services that can take a role, the lead first. */
export const servicesFor = (role: ServiceRole): readonly Service[] =>
  SERVICES.filter((service) => aiService(service).roles[role] !== undefined).toSorted(
    (one, other) => aiService(one).roles[role]! - aiService(other).roles[role]!,
  );

/** Returns the lead service of a role. */
export const leadOf = (role: ServiceRole): Service => servicesFor(role)[0]!;

type Rows = typeof AI_SERVICES;
/** A service with speech recognition and synthesis. */
export type SpeechService = { [Name in Service]: Rows[Name] extends { speech: object } ? Name : never }[Service];
/** The services with speech, in order of preference. */
export const SPEECH_SERVICES = servicesFor('speech') as readonly SpeechService[];

const isService = (name: string): name is Service => Object.hasOwn(AI_SERVICES, name);

/** Returns the mentor's name for a service, given by either name (G31). */
export const engineOf = (name: MentorEngine | Service): MentorEngine => (isService(name) ? AI_SERVICES[name].mentor.engine : name);

/** Returns the service behind one of the mentor's engines. */
export const serviceOf = (engine: MentorEngine): Service => SERVICES.find((service) => engineOf(service) === engine)!;

/** Returns the manner that an engine's label names (MEN-01): `academic`. */
export const presetManner = (engine: MentorEngine): string => aiService(serviceOf(engine)).mentor.role.key.toLowerCase();

/** The manners in which the mentor answers, the default first. Each is the preset of an engine, and can be chosen with every engine. */
export const MENTOR_MANNERS: readonly string[] = [...new Set(servicesFor('lesson').map((service) => presetManner(engineOf(service))))];

/** Returns the words of a manner: its name and its description; of an unknown one those of the first. */
export function mannerWords(manner: string): Pick<AiServiceRow['mentor'], 'role' | 'manner'> {
  const service = SERVICES.find((name) => presetManner(engineOf(name)) === manner) ?? leadOf('lesson');
  return aiService(service).mentor;
}

/** Returns the roles in which a service leads; two services alternate as the lead of lessons. */
export const leadsIn = (service: Service): readonly CourseRole[] =>
  (['outline', 'research', 'lesson', 'practice', 'review'] as const).filter((role) =>
    servicesFor(role)
      .slice(0, role === 'lesson' ? 2 : 1)
      .includes(service),
  );
