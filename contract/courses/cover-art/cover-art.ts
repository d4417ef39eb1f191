import { COVER_WIDTH, group, randomFrom, seedOf, type Motif } from './draw.ts';
import { IDEA_MOTIFS } from './idea-motifs.ts';
import { NATURE_MOTIFS } from './nature-motifs.ts';
import { PALETTES } from './palettes.ts';
import { THING_MOTIFS } from './thing-motifs.ts';

const MOTIFS = { ...NATURE_MOTIFS, ...THING_MOTIFS, ...IDEA_MOTIFS } satisfies Record<string, Motif>;
export type MotifName = keyof typeof MOTIFS;
export const MOTIF_NAMES = Object.keys(MOTIFS) as MotifName[];

/** Beginnings of words, in English, Spanish and Arabic, that name a motif's subjects; the first motif with one of them wins. */
const WORDS: readonly (readonly [MotifName, string])[] = [
  ['orbits', 'black hole|agujero negro|planet|orbit|relativ|gravit|rocket|space|quantum|physic|física|فيزياء|الثقوب'],
  ['sky', 'sky|star|astronom|moon|constell|galax|telescope|cielo|estrella|luna|نجوم|سماء|فلك'],
  ['sea', 'tide|sea|ocean|marine|sail|swim|surf|fish|water|marea|mar |océano|agua|مد |بحر'],
  ['weather', 'climat|weather|meteo|atmosph|rain|storm|clima|مناخ|طقس'],
  ['cells', 'cell|immun|vaccin|bacteri|virus|biolog|genet|dna|microb|célula|inmun|vacuna|خلية|مناعة|لقاح'],
  ['hives', 'bee|honey|hive|insect|ant |chem|molecul|crystal|abeja|miel|quím|نحل|كيمياء'],
  ['leaves', 'photosynth|plant|garden|tree|forest|botan|ecolog|farm|flower|vegetable|fotosínt|planta|jard|نبات|حديقة|الضوئي'],
  ['bread', 'bread|sourdough|wine|beer|bak|cook|food|recipe|cheese|coffee|pasta|ferment|pan |masa|cocina|خبز|طبخ'],
  ['lenses', 'photo|camera|lens|film|video|optic|microscop|cámara|fotograf|تصوير|كاميرا'],
  ['notes', 'music|guitar|piano|song|sing|chord|harmon|jazz|violin|música|guitarra|موسيقى|غناء'],
  [
    'neurons',
    'machine learning|neural|deep learning|artificial intel|data scien|brain|psycholog|neuro|aprendizaje auto|inteligencia art|cerebro|ذكاء|دماغ',
  ],
  ['network', 'internet|network|protocol|cyber|cloud|blockchain|logistic|git\\b|version control|red |redes|شبك|إنترنت'],
  ['tables', 'sql|database|spreadsheet|excel|data model|warehouse|base de datos|datos|بيانات|قواعد'],
  ['code', 'python|javascript|typescript|program|coding|software|algorithm|web dev|react|java\\b|rust\\b|código|برمج'],
  ['curves', 'statistic|probabil|derivativ|calculus|algebra|math|equation|econom|regression|estad|derivada|matem|إحصاء|رياضيات|تفاضل'],
  ['bars', 'pricing|price|business|market|sales|startup|product|growth|manage|precio|negocio|empresa|تسعير|أعمال'],
  ['coins', 'budget|money|saving|invest|financ|tax|debt|account|retire|dinero|presupuesto|finanz|مال|ميزانية'],
  ['knots', 'negotiat|agree|conflict|team|leader|relation|mediat|law|contract|negoci|acuerdo|تفاوض'],
  ['hearts', 'first aid|health|medic|nurs|yoga|fitness|anatom|nutrition|sleep|emergenc|primeros auxilios|salud|إسعاف|صحة'],
  ['waves', 'speak|speech|present|podcast|sound|audio|voice|radio|hablar en público|discurso|sonido|إلقاء|صوت'],
  ['houses', 'revolution|history|rome|roman|greek|empire|war |politic|democra|architect|philosoph|govern|historia|revolución|تاريخ|ثورة'],
  [
    'letters',
    'language|spanish|english|french|german|arabic|japanese|chinese|grammar|vocab|translat|writ|typograph|idioma|inglés|لغة|كتابة',
  ],
  ['paint', 'paint|draw|art |colour|color|design|illustrat|watercolo|pottery|craft|pintura|dibuj|رسم|فن '],
  ['tiles', 'chess|game|puzzle|knit|sew|quilt|origami|ajedrez|juego|شطرنج|لعب'],
  ['machines', 'machine|engine|robot|mechanic|electr|bicycle|car |repair|3d print|manufactur|motor|máquina|mecán|آلة|محرك'],
  ['mountains', 'mountain|hik|geolog|geograph|travel|climb|earthquake|volcan|montaña|viaje|جبل|سفر'],
  ['books', 'read|book|literat|novel|poet|learn|study|memory|school|teach|libro|leer|aprender|كتاب|تعلم|قراءة'],
];
/** Arabic writes its article and short prepositions at the word. */
const PATTERNS = WORDS.map(([motif, words]) => [motif, new RegExp(`(?<!\\p{L})(?:[وبل]?ال)?(?:${words})`, 'iu')] as const);

/** Where no word decides. */
const BY_CATEGORY: Readonly<Record<string, readonly MotifName[]>> = {
  business: ['bars', 'coins', 'knots'],
  technology: ['code', 'network', 'machines'],
  creative: ['paint', 'tiles', 'notes'],
  personal: ['mountains', 'books', 'leaves'],
  academic: ['books', 'curves', 'houses'],
};
const ANYTHING: readonly MotifName[] = ['tiles', 'mountains', 'books', 'hives', 'leaves', 'paint'];

/** What a cover is chosen by. */
export interface CoverSubject {
  readonly title: string;
  readonly category?: string | null | undefined;
}

/** Returns the motif of a course: by the words of its title, else by its category, else any, always the same for the same title. */
export function motifOf({ title, category }: CoverSubject): MotifName {
  const named = PATTERNS.find(([, pattern]) => pattern.test(`${title} `))?.[0];
  const choices = BY_CATEGORY[category ?? ''] ?? ANYTHING;
  return named ?? choices[seedOf(title) % choices.length]!;
}

/** Draws a motif: SVG elements for a view box of `COVER_WIDTH` by `COVER_HEIGHT`. The same seed gives the same drawing on every machine. */
export function drawMotif(name: MotifName, seed: number): string {
  const motif: Motif = MOTIFS[name];
  const random = randomFrom(seed);
  const palette = motif.palettes[Math.floor(random() * motif.palettes.length)]!;
  const art = motif.draw(random, PALETTES[palette]);
  return motif.canMirror && random() < 0.5 ? group(art, { transform: `translate(${COVER_WIDTH} 0) scale(-1 1)` }) : art;
}

/** Draws the cover of a course without a picture. It holds no text, so any language can show it. */
export const coverArt = (subject: CoverSubject): string => drawMotif(motifOf(subject), seedOf(subject.title));
