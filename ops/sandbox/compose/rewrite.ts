import type { Voice } from '../language/book.ts';
import { hashHex } from './seeded-random.ts';
import { requestedSubject } from './requested-subject.ts';

/** The changes a reader's wish makes to a lesson. */
export interface RewriteRequest {
  /** Length factor. */
  length: number;
  voice?: Voice;
  style?: string;
  /** Sections that must be included. */
  wants: ('example' | 'steps' | 'table' | 'contrast')[];
  /** Number of examples. */
  examples: number;
  /** The requested subject; empty when the wish concerns the style only. */
  subject: string;
  /** Selects different wording for the same content, by wish and original text. */
  variation: string;
}

const SEVERAL_EXAMPLES = 3;
const SHORTER =
  /\b(short(er)?|brief(er)?|concise|less text|cut|cort[oa]|breve|resum)|kürzer|plus court|più breve|mais curt|короче|简短|更短|短く|짧게|أقصر|छोटा/i;
const LONGER =
  /\b(longer|more detail|deeper|in depth|extend|expand|elaborate|thorough|m[aá]s (larg[oa]|detalle|profund)|ampl[ií])|länger|ausführlich|plus long|più lung|mais long|подробнее|длиннее|详细|更长|詳しく|長く|자세히|길게|أطول|تفصيل|विस्तार/i;
const SIMPLER =
  /\b(simpl\w*|easier|plain\w*|child\w*|kids?|beginner|less (technical|jargon)|sencill\w*|f[aá]cil\w*|niñ[oa]s|semplic\w*)\b|einfacher|проще|简单|やさし|簡単|쉽게|أبسط|सरल/i;
const HARDER = /\b(advanced|formal|academic|expert|executive|professional|sophisticated|avanzad[oa]|formal|profesional)\b/i;
const STYLES: readonly (readonly [pattern: RegExp, style: string])[] = [
  [/\b(stor(y|ies)|narrative|historias?|cuento)\b/i, 'storytelling'],
  [/\b(questions?|socratic|preguntas?)\b/i, 'socratic'],
  [/\b(practical|hands-on|actionable|pr[aá]ctic[oa])\b/i, 'practical'],
  [/\b(motivat\w*|inspir\w*)\b/i, 'inspirational'],
  [/\b(figures|numbers|data|analy\w*|n[uú]meros|datos)\b/i, 'analytical'],
  [/\b(friendly|casual|conversation\w*|cercano)\b/i, 'conversational'],
];
type Section = RewriteRequest['wants'][number];
const SECTIONS: readonly (readonly [pattern: RegExp, section: Section])[] = [
  [/\b(examples?|cases?|ejemplos?|casos?|exemples?|esempi\w?|exemplos?)\b|beispiel|пример|例|예시|사례|مثال|أمثلة|उदाहरण/i, 'example'],
  [/\b(steps?|procedure|checklist|pasos?)\b|schritt|шаг|步骤|手順|단계|خطوات|चरण/i, 'steps'],
  [/\b(table|overview|compar\w*|tabla|cuadro|tableau|tabella|tabela)\b|tabelle|таблиц|表|جدول|तालिका/i, 'table'],
  [/\b(myths?|misunderstanding\w*|mistakes?|mitos?|errores)\b/i, 'contrast'],
];
const SEVERAL =
  /\b(more|several|some|other|use|m[aá]s|varios|otros|usa)\b[^.]*\b(examples|cases|ejemplos|casos)\b|beispiele|plus d[’']exemples|più esempi|mais exemplos|больше примеров|更多例|もっと例/i;

/** Parses a wish about the text; anything else only changes the wording. */
export function readRewriteRequest(instruction: string, before: string): RewriteRequest {
  const style = STYLES.find(([pattern]) => pattern.test(instruction))?.[1];
  const subject = requestedSubject(instruction);
  const asked = SECTIONS.filter(([pattern]) => pattern.test(instruction)).map(([, section]) => section);
  const voice: Voice | undefined = SIMPLER.test(instruction) ? 'plain' : HARDER.test(instruction) ? 'board' : undefined;
  return {
    length: SHORTER.test(instruction) ? 0.6 : LONGER.test(instruction) ? 1.5 : 1,
    variation: ` rewrite ${hashHex(instruction)} ${hashHex(before)}`,
    wants: subject !== '' && asked.length === 0 ? ['example'] : asked,
    examples: SEVERAL.test(instruction) ? SEVERAL_EXAMPLES : 1,
    subject,
    ...(voice ? { voice } : {}),
    ...(style ? { style } : {}),
  };
}
