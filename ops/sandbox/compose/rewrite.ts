import type { Voice } from '../language/book.ts';
import { hashHex } from './seeded.ts';

/** What a reader's wish changes in a lesson. */
export interface Wish {
  /** Factor on the length. */
  length: number;
  voice?: Voice;
  style?: string;
  /** A section to have for sure. */
  wants?: 'example' | 'steps' | 'table' | 'contrast';
  /** Other words for the same content, different for every wish and every text it was made about. */
  variation: string;
}

const SHORTER = /\b(short(er)?|brief(er)?|concise|less text|cut|cort[oa]|breve|resum)/i;
const LONGER = /\b(longer|more detail|deeper|in depth|extend|expand|elaborate|thorough|m[aá]s (largo|detalle|profund)|ampl[ií])/i;
const SIMPLER = /\b(simpl\w*|easier|plain\w*|child\w*|kids?|beginner|less (technical|jargon)|sencill\w*|f[aá]cil\w*|niñ[oa]s)\b/i;
const HARDER = /\b(advanced|formal|academic|expert|executive|professional|sophisticated|avanzad[oa]|formal|profesional)\b/i;
const STYLES: readonly (readonly [pattern: RegExp, style: string])[] = [
  [/\b(stor(y|ies)|narrative|historias?|cuento)\b/i, 'storytelling'],
  [/\b(questions?|socratic|preguntas?)\b/i, 'socratic'],
  [/\b(practical|hands-on|actionable|pr[aá]ctic[oa])\b/i, 'practical'],
  [/\b(motivat\w*|inspir\w*)\b/i, 'inspirational'],
  [/\b(figures|numbers|data|analy\w*|n[uú]meros|datos)\b/i, 'analytical'],
  [/\b(friendly|casual|conversation\w*|cercano)\b/i, 'conversational'],
];
const SECTIONS: readonly (readonly [pattern: RegExp, section: NonNullable<Wish['wants']>])[] = [
  [/\b(examples?|cases?|ejemplos?|casos?)\b/i, 'example'],
  [/\b(steps?|procedure|checklist|pasos?)\b/i, 'steps'],
  [/\b(table|overview|compar\w*|tabla|cuadro)\b/i, 'table'],
  [/\b(myths?|misunderstanding\w*|mistakes?|mitos?|errores)\b/i, 'contrast'],
];

/** Reads a wish about the text; what is not about the text has no effect beyond other words for the same lesson. */
export function readWish(instruction: string, before: string): Wish {
  const found = <T>(list: readonly (readonly [RegExp, T])[]): T | undefined => list.find(([pattern]) => pattern.test(instruction))?.[1];
  const style = found(STYLES);
  const wants = found(SECTIONS);
  const voice: Voice | undefined = SIMPLER.test(instruction) ? 'plain' : HARDER.test(instruction) ? 'board' : undefined;
  return {
    length: SHORTER.test(instruction) ? 0.6 : LONGER.test(instruction) ? 1.5 : 1,
    variation: ` rewrite ${hashHex(instruction)} ${hashHex(before)}`,
    ...(voice ? { voice } : {}),
    ...(style ? { style } : {}),
    ...(wants ? { wants } : {}),
  };
}
