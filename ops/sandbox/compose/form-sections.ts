import type { Heading } from '../language/book.ts';
import type { Speaker } from './speaker.ts';

/** Sections based on the form, each on several of its fields. */
export const GROUPS: readonly Heading[] = ['goal', 'person', 'industry', 'work', 'depth', 'media', 'flags', 'assessment'];

const FIELDS: Partial<Record<Heading, readonly string[]>> = {
  person: ['career_level', 'current_knowledge', 'difficulty', 'motivation_level'],
  work: ['learning_style', 'interactive_elements', 'course_format', 'duration'],
  industry: ['industry_focus'],
  depth: ['content_depth', 'academic_framework'],
  media: ['video_preferences'],
  assessment: ['assessment_type'],
};

/** Fields not shown for children: their defaults concern a working life. */
const ADULT_FIELDS = ['career_level', 'industry_focus'];

type Candidate = () => string;

/** Returns two sentences of a group for this lesson; the next lesson gets the next two. Empty when the form has nothing for it. */
export function formSentences(speaker: Speaker, group: Heading, research: readonly string[]): string[] {
  const all = candidates(speaker, group, research);
  const take = Math.min(2, all.length);
  const start = (speaker.index * take) % Math.max(1, all.length);
  return Array.from({ length: take }, (_, i) => (all[(start + i) % all.length] as Candidate)());
}

function candidates(speaker: Speaker, group: Heading, research: readonly string[]): Candidate[] {
  const { book, brief } = speaker;
  const option = (field: string, value: string | undefined): Candidate[] => {
    const patterns = value === undefined ? undefined : book.options[field]?.[value];
    return patterns ? [() => speaker.say(speaker.drawFrom(`${field} ${value}`, patterns))] : [];
  };
  const given = (kind: keyof typeof book.given, values: readonly string[]): Candidate[] => {
    const value = values[speaker.index % Math.max(1, values.length)];
    return value === undefined ? [] : [() => speaker.say(speaker.drawFrom(`given ${kind}`, book.given[kind]), { [kind]: value })];
  };
  const fields = (FIELDS[group] ?? []).filter((field) => !(brief.isChild && ADULT_FIELDS.includes(field)));
  const chosen = fields.flatMap((field) => option(field, (brief.choices as Record<string, string | undefined>)[field]));
  switch (group) {
    case 'goal':
      return [
        ...given('goal', brief.goals),
        ...given('skill', brief.skills),
        ...given('metric', brief.metrics),
        ...given('expert', brief.experts),
        ...given('research', research),
      ];
    case 'industry':
      return [...chosen, ...given('application', brief.applications)];
    case 'media':
      return [
        ...chosen,
        ...brief.accessibility.flatMap((value) => option('accessibility_options', value)),
        ...brief.aiComponents.flatMap((value) => option('ai_components', value)),
      ];
    case 'flags':
      return brief.flags.flatMap((flag) => option('flags', flag));
    default:
      return chosen;
  }
}
