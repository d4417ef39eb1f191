import { lookup } from '#contract/platform/lookup.ts';
import { COVER_WIDTH, group, randomFrom, seedOf, type Motif } from './draw.ts';
import { CRAFT_MOTIFS } from './craft-motifs.ts';
import { IDEA_MOTIFS } from './idea-motifs.ts';
import { LIFE_MOTIFS } from './life-motifs.ts';
import { NATURE_MOTIFS } from './nature-motifs.ts';
import { PALETTES } from './palettes.ts';
import { PLACE_MOTIFS } from './place-motifs.ts';
import { THING_MOTIFS } from './thing-motifs.ts';

/**
 * Word beginnings in English, Spanish and Arabic that name a motif's subjects. The first matching motif wins, so specific motifs come
 * before general ones. A `!` marks the end of a word: `star!` matches 'a star', not 'start'.
 */
const SUBJECT_WORDS: readonly (readonly [MotifName, string])[] = [
  ['holes', 'black hole|agujeros? negro|ثقوب'],
  ['hearts', 'first aid|primeros auxilios|إسعاف'],
  [
    'neurons',
    'machine learning|neural|deep learning|artificial intel|data scien|computer vision|natural language|aprendizaje auto|inteligencia art|ذكاء',
  ],
  ['glasses', 'wine|beer|cocktail|whisk|brewery|vino|cerveza'],
  ['cups', 'coffee|tea!|barista|café|té!|قهوة|شاي'],
  ['bread', 'bread|sourdough|bak(?:e|ing)|cake|pastr|flour|pan!|masa madre|repost|خبز|خبيز'],
  ['pots', 'cook|food|recipe|cheese|pasta|ferment|cuisine|kitchen|vegan|soup|cocin|receta|comida|طبخ|طعام'],
  ['hives', 'bee!|bees!|beekeep|honey|hive|insect|ants?!|abeja|miel|نحل|عسل'],
  ['birds', 'bird|aves!|pájaro|طيور'],
  ['paws', 'dog|cats?!|fox!|foxes!|horse|pets?!|puppy|veterin|animal|zoolog|wildlife|perro|gato|caballo|mascota|حيوان|قطط|كلاب'],
  ['helix', 'genetic|genom|genes?!|dna!|evolution|hered|biotech|adn!|genétic|evolución|وراثة|تطور'],
  ['antibodies', 'immun|vaccin|virus|epidemi|inmun|vacuna|مناعة|لقاح'],
  ['cells', 'cells?!|bacteri|biolog|microb|célula|خلية|خلايا|أحياء'],
  ['flasks', 'chem|molecul|pharma|laborator|crystal|thermodyn|toxic|quím|farmac|كيمياء|صيدل'],
  ['turbines', 'renewable|energy|solar|wind power|sustainab|environment|energía|sostenib|medio ambiente|طاقة|بيئة'],
  [
    'leaves',
    'photosynth|plants?!|garden|trees?!|forest|botan|ecolog|farm|flower|vegetable|tomato|fotosínt|planta|jardín|jardin|huerto|نبات|حديقة|الضوئي|زراعة',
  ],
  ['weather', 'climat|weather|meteo|atmosph|rain|storm|clima|مناخ|طقس'],
  ['sea', 'tide|tidal|sea!|seas!|ocean|lighthouse|harbou?r|marine|sail|swim|surf|fish|marea|mar!|océano|navega|مد!|بحر|محيط'],
  ['orbits', 'planet|orbit|relativ|gravit|rocket|space!|spaceflight|quantum|nuclear|particle|physic|físic|cuántic|فيزياء|كواكب'],
  ['notes', 'music|guitar|piano|songs?!|sing|chord|harmon|jazz|violin|drum|melod|canto|canción|música|guitarra|موسيقى|غناء|عود!'],
  [
    'machines',
    'machine|engine!|engines!|robot|mechanic|electr|bicycle|bike|cars?!|vehicle|repair|3d print|manufactur|woodwork|carpent|plumb|motor|máquina|mecán|آلة|محرك|كهرب|ميكانيك',
  ],
  ['sky', 'sky!|stars?!|stargaz|astro|moon|constell|galax|telescope|universe|cosmo|cielo|estrella|luna!|نجوم|سماء|فلك'],
  ['lenses', 'photo|camera|lens|film|video|cinema|movie|optic|microscop|cámara|fotograf|cine!|تصوير|كاميرا|سينما'],
  [
    'waves',
    'speak|speech|presenting|presentation|podcast|sound|audio|voice|radio|hablar en público|discurso|oratoria|sonido|إلقاء|خطابة|صوت',
  ],
  ['threads', 'knit|sew|crochet|quilt|weav|textile|fashion|embroider|tejer|costura|moda!|خياطة|حياكة|تطريز'],
  ['stage', 'theat|opera!|danc|salsa|tango|ballet|acting|actor|comedy|teatro|ópera|danza|baile|مسرح|رقص'],
  ['planes', 'aircraft|airplane|aviation|flying|flight|pilot|drone|travel|touris|avión|vuelo|viaje|viajar|طيران|سفر'],
  [
    'tracks',
    'fitness|marathon|run(?:ner)?!|running for|sprint|athlet|sport|football|soccer|tennis|basketball|workout|correr|deporte|fútbol|رياضة|كرة',
  ],
  ['locks', 'cyber|security|hack|cryptogra|encrypt|password|privacy|malware|seguridad|cifrado|تشفير|الأمن'],
  [
    'network',
    'internet|network|protocol|cloud|blockchain|logistic|supply chain|git!|version control|docker|kubernetes|devops|redes!|شبك|إنترنت',
  ],
  ['tables', 'sql!|database|spreadsheet|excel!|data model|data engineer|warehouse|bases? de datos|hojas? de cálculo|بيانات'],
  ['bars', 'analytics|dashboard|visuali[sz]ation|business intelligence'],
  [
    'code',
    'python|javascript|typescript|program|coding|coder|software|algorithm|data structure|operating system|linux|web dev|html|css!|api!|react!|java!|rust!|c\\+\\+|código|بايثون|برمج|برامج',
  ],
  ['slopes', 'derivativ|calculus|function!|differential|integral|algebra|equation|derivada|cálculo|álgebra|ecuacion|تفاضل|تكامل|جبر'],
  ['shapes', 'geometr|math|number theory|logic|topolog|trigonom|proof|discrete|matem|lógica|رياضيات|هندسة|منطق'],
  ['curves', 'statistic|probabil|regression|forecast|econometr|estadíst|probab|إحصاء|احتمال'],
  ['scales', 'law!|laws!|legal|constitution|justice|rights?!|court|ethic|derecho|ética|justicia|قانون|حقوق|عدالة|أخلاق'],
  [
    'coins',
    'budget|money|saving|invest|financ|tax|debt|accounting|accountant|retire|econom|microecon|macroecon|bank|dinero|presupuesto|finanz|impuesto|مال!|المال|مالية|ميزانية|اقتصاد|استثمار',
  ],
  ['knots', 'negotiat|agree|conflict|mediat|marriage|contract|negoci(?:ación|ar)|acuerdo|تفاوض|وساطة'],
  [
    'people',
    'leader|team|manager|hiring|recruit|human resources|employee|parent|communit|sociolog|anthropolog|child|relationship|public relations|family|lider|equipo|familia|crianza|قيادة|فريق|أسرة|مجتمع|تربية',
  ],
  [
    'bars',
    'pricing|price|business|market|sales|startup|product|growth|manag|scrum|entrepreneur|e-commerce|precio|negocio|empresa|marketing|pyme|تسعير|أعمال|تسويق|إدارة',
  ],
  [
    'mind',
    'psycholog|neuro|brain|mind!|cognit|habit|memory|mental|dementia|philosoph|stoic|meditat|mindful|critical thinking|emotion|psicolog|cerebro|mente!|filosof|hábito|نفس|دماغ|فلسفة|عقل',
  ],
  [
    'hearts',
    'health|medic|nurs|cardio|yoga|anatom|nutrition|sleep|emergenc|bones?!|human body|cuerpo humano|salud|medicina|nutrición|صحة|طب!|الطب|تغذية|نوم',
  ],
  ['bridges', 'bridge|engineer|construct|civil|fluid|structur|ingenier|puente|construc|جسور|إنشاء'],
  [
    'banners',
    'revolution|war!|wars!|politic|democra|parliament|govern|election|civil rights|revolución|guerra|democracia|política|ثورة|حرب|سياسة|ديمقراط',
  ],
  ['city', 'urban|city|cities|architect|real estate|interior design|housing|ciudad|urban|arquitect|مدن|مدينة|عمارة'],
  [
    'houses',
    'histor|rome|roman|greek|greece|empire|ancient|egypt|archaeolog|medieval|renaissance|civili[sz]|heritage|imperio|antigu|تاريخ|حضارة|آثار',
  ],
  ['mountains', 'mountain|hik|geolog|climb|earthquake|volcan|dinosaur|alps|camping|montaña|senderismo|volcán|جبل|جبال|زلازل|براكين'],
  ['globe', 'geograph|international|global|world|diplomac|culture|country|migration|geograf|internacional|mundo|جغرافيا|عالم|دولي'],
  [
    'paint',
    'paint|draw|arts?!|colour|color|design|ux!|illustrat|watercolo|pottery|ceramic|calligra|craft|sketch|pintura|dibuj|diseñ|acuarela|رسم|فن!|فنون|خط عربي|تصميم',
  ],
  [
    'letters',
    'language|spanish|english|french|german|italian|portuguese|arabic|japanese|korean|chinese|russian|hindi|kanji|grammar|vocab|translat|linguist|writ|typograph|journalis|copywrit|email|social media|idioma|inglés|francés|alemán|español|gramática|escrib|escritura|لغة|كتابة|نحو!|ترجمة|إنجليزية',
  ],
  ['tiles', 'chess|game|puzzle|origami|poker|ajedrez|juego|شطرنج|لعب|ألعاب'],
  [
    'books',
    'read|book|literat|novel|poe[tm]|learn|study|school|teach|exam|essay|libro|leer|lectura|literatura|aprender|كتاب|تعلم|قراءة|أدب|شعر',
  ],
];

const MOTIFS = { ...NATURE_MOTIFS, ...LIFE_MOTIFS, ...PLACE_MOTIFS, ...THING_MOTIFS, ...CRAFT_MOTIFS, ...IDEA_MOTIFS } satisfies Record<
  string,
  Motif
>;
export type MotifName = keyof typeof MOTIFS;
export const MOTIF_NAMES = Object.keys(MOTIFS) as MotifName[];

/** Lower-case letters of the three languages: `\p{L}` makes each pattern ten times slower in browsers. */
const LETTER = '[a-zß-ɏء-ي]';
/** For lower-case titles. Arabic joins its article and short prepositions to the word. */
const PATTERNS = SUBJECT_WORDS.map(
  ([motif, words]) => [motif, new RegExp(`(?<!${LETTER})(?:[وبل]?ال|لل)?(?:${words.replaceAll('!', `(?!${LETTER})`)})`)] as const,
);

/** Motifs by category, for titles without a known word. */
const BY_CATEGORY: Readonly<Record<string, readonly MotifName[]>> = lookup({
  business: ['bars', 'coins', 'people'],
  technology: ['code', 'network', 'locks'],
  creative: ['paint', 'tiles', 'stage'],
  personal: ['mountains', 'planes', 'mind'],
  academic: ['books', 'shapes', 'globe'],
});
const ANYTHING: readonly MotifName[] = ['tiles', 'shapes', 'books', 'planes', 'mountains', 'globe'];

/** The facts that determine a cover. */
export interface CoverSubject {
  readonly title: string;
  readonly category?: string | null | undefined;
}

/** Returns the motif that a word of the text names, or null. */
export function motifNamedIn(text: string): MotifName | null {
  // Arabic is written with or without its vowel signs
  const plain = text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/\p{Mn}/gu, '');
  return PATTERNS.find(([, pattern]) => pattern.test(plain))?.[0] ?? null;
}

/** Returns the motif of a course: by the words of its title, else by its category, else any; always the same for the same title. */
export function motifOf({ title, category }: CoverSubject): MotifName {
  const choices = BY_CATEGORY[category ?? ''] ?? ANYTHING;
  return motifNamedIn(title) ?? choices[seedOf(title) % choices.length]!;
}

/**
 * Draws a motif: returns SVG elements for a view box of `COVER_WIDTH` by `COVER_HEIGHT`. The same seed gives the same drawing on every
 * machine.
 */
export function drawMotif(name: MotifName, seed: number): string {
  const motif: Motif = MOTIFS[name];
  const random = randomFrom(seed);
  const palette = motif.palettes[Math.floor(random() * motif.palettes.length)]!;
  const art = motif.draw(random, PALETTES[palette]);
  return motif.canMirror && random() < 0.5 ? group(art, { transform: `translate(${COVER_WIDTH} 0) scale(-1 1)` }) : art;
}

/** Draws the cover of a course without a picture. It contains no text, so it suits every language. */
export const coverArt = (subject: CoverSubject): string => drawMotif(motifOf(subject), seedOf(subject.title));
