import { t } from '#frontend/lib/text.ts';
import type { MapTerm, TermUse } from './build-concept-map.ts';
import type { PlacedNode } from './place-nodes.ts';

/** The first lesson that explains a term. */
export const explanationOf = ({ uses }: MapTerm): TermUse => uses.find(({ isExplained }) => isExplained)!;

/** The name of a node for screen readers. */
export const nodeLabel = (node: PlacedNode): string =>
  node.kind === 'lesson'
    ? t('Lesson {n}: {title}', { n: node.id, title: node.lesson.title })
    : t('{n, plural, one {{term}, in # lesson} other {{term}, in # lessons}}', { term: node.term.term, n: node.term.uses.length });
