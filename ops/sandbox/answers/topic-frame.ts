import { wordsOf, plain } from './topic-words.ts';

/** What a request says about its subject: how it is to be explained, and what it must do without. */
export interface Frame {
  /** The topic without these wishes. */
  readonly topic: string;
  /** As typed: 'without coding', with its words. */
  readonly without: { readonly typed: string; readonly words: string } | null;
  /** As typed: 'explained simply'. `asToChild`: as to a small child. */
  readonly simply: { readonly typed: string; readonly asToChild: boolean } | null;
}

const AS_TO_CHILD =
  /(?<!\p{L})(?:explain(?:ed)?\s+)?(?:(?:it\s+)?(?:to me\s+)?(?:like|as if)\s+(?:i'?m|i am|i were|to)\s+(?:an?\s+)?(?:five|six|seven|5|6|7|child|kid|toddler)(?:\s+years?\s+old)?|eli5|to a (?:small )?child|to a (?:five|six|5|6)[- ]year[- ]old)(?!\p{L})/iu;
const SIMPLY =
  /(?<!\p{L})(?:(?:explained|told|put|explain|taught)\s+(?:very\s+|really\s+)?(?:simply|easily|clearly)|(?:simply|easily)\s+explained|(?:explained\s+)?in\s+(?:simple|plain|easy|everyday|layman'?s?|lay)\s+(?:words|terms|language|english|speech)|for\s+(?:total\s+|complete\s+|absolute\s+)?(?:dummies|idiots|laymen|laypeople|lay people)|made\s+(?:easy|simple)|(?:the|an)\s+easy\s+way|(?:an?\s+|the\s+)?(?:simple|easy)\s+(?:explanation|introduction|guide)\s+(?:of|to|for)|einfach\s+erklärt|explicad[oa]\s+(?:fácil|fácilmente|de forma sencilla|con palabras sencillas)|para\s+tontos|en\s+palabras\s+sencillas|pour\s+les\s+nuls|expliquée?\s+simplement)(?!\p{L})/iu;
/** Up to three words after it belong to it, as far as the next preposition. */
const WITHOUT =
  /(?<!\p{L})(?:without|w\/o|with\s+no|with\s+zero|not\s+using|and\s+no|but\s+no|sin|ohne|sans|senza|sem|без|بدون|دون)\s+(?:(?:any|a|an|the|using|doing|having|knowing|reading|learning|touching|needing|buying|writing|usar|saber)\s+)*((?:(?!(?:for|in|on|at|with|and|or|but|to|from|by|of)\s)[\p{L}\p{M}\p{N}'+#-]+\s*){1,3})|(?<!\p{L})no[- ](code|coding|maths?|gear|cost|equipment)(?!\p{L})|(?<!\p{L})(code|sugar|gluten|dairy)[- ]free(?!\p{L})/iu;

/** Feelings and qualities that no course teaches by. */
const HARMLESS = new Set(
  'fear stress jargon tears pain effort boredom panic anxiety worry worries hassle nonsense headache headaches shame embarrassment waffle hype fuss frustration mistakes errors experience teacher teachers talent previous prior knowledge background'.split(
    ' ',
  ),
);

/** Returns a topic's wishes, apart from its subject. */
export function frameOf(typed: string): Frame {
  const asked = typed.replaceAll('’', "'");
  const child = AS_TO_CHILD.exec(asked);
  const simple = child ?? SIMPLY.exec(asked);
  const afterSimple = simple ? asked.replace(simple[0], ' ') : asked;
  const constraint = WITHOUT.exec(afterSimple);
  const without = constraint ? (constraint.slice(1).find(Boolean) ?? '').trim() : '';
  const isHarmless = wordsOf(plain(without)).every((word) => HARMLESS.has(word));
  const topic = constraint ? afterSimple.replace(constraint[0], ' ') : afterSimple;
  if (wordsOf(plain(topic)).length === 0 && !/[^\p{Script=Latin}\s\p{P}]/u.test(topic))
    return { topic: asked, without: null, simply: null };
  return {
    topic: topic.replaceAll(/\s+/g, ' ').trim(),
    without: constraint && !isHarmless ? { typed: constraint[0].trim(), words: without } : null,
    simply: simple ? { typed: simple[0].trim(), asToChild: child !== null } : null,
  };
}

/** Where the head of an English phrase ends: what follows says where, for whom, of what or when. */
const BEHIND_HEAD =
  /\s(?:is|are|was|were|has|have|keeps?|won'?t|can'?t|cannot|does|did|doesn'?t|don'?t|with|without|in|into|for|on|at|from|by|after|before|during|among|through|of|about|to|if|when|while|because|that|which|who|so|since|than|as|and|or|but|from)\s.*$/iu;
/** Here a verb stands where the head would be sought. */
const ASKS =
  /^\s*(?:(?:how|why|what|when|where|who|which)\s+(?:to|do|does|did|is|are|can|could|should|would|will)|is|are|do|does|did|can|could|should|i|we)\s/iu;
const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));
/** They turn no subject into another one, but a course may lack them. */
const LIGHT = list(`
  basics basic tips tip tricks trick ideas idea help advice hacks question questions problem problems exercise exercises practice course courses class classes lesson
  lessons tutorial tutorials book books skill skills example examples fact facts project projects homework explained introduction terms roadmap technique techniques
  method methods guide guides training education theory topics topic overview summary level history rise fall beginning beginnings end origin origins role use uses
  importance kinds kind types type rules story life parts part buying making using choosing reading writing child children kid kids parents somebody anyone`);
/** What people feel and do about any subject: no course lacks it. */
const EMPTY = list(`
  stuff things please thanks today now beginners beginner quickly fast properly correctly well better right myself yourself again always often sometimes lol asap
  crash deep dive self study studying 101 advanced online offline cause causes effect effects
  afraid scared worried sad tired sick stuck lost bored angry terrible awful horrible bad worse worst wrong hard difficult slow long short old young little small big
  excel hate hates love loves like likes twice suddenly ignored interesting important mess messy cheap cheaply expensive stop stops gives come comes came happen
  happens leave leaves turn turns become becomes mean means meaning seem seems look looks feel feels think try tried trying mother father everybody nobody
  everything nothing something die dies died dying dead update updates ugly nice pretty broken fails failed fail ii iii nowadays lately`);
/** Tells whether a word says nothing of a subject. */
export const isEmptyWord = (word: string): boolean => EMPTY.has(word);
/** Tells whether a word turns no subject into another one: 'tips', 'terrible'. */
export const isLight = (word: string): boolean => LIGHT.has(word) || EMPTY.has(word);
const FOREIGN =
  /(?<!\p{L})(?:de|del|la|el|los|las|para|con|der|die|das|und|für|im|mit|le|les|des|du|et|pour|il|di|per|da|em|como|wie|cómo)(?!\p{L})/iu;

/**
 * Returns the noun that an English topic is about, without its ending words: of 'coffee shop for students' the shop.
 * @returns null if the topic is in another language or says nothing of its own
 */
export function headNounOf(topic: string): string | null {
  if (FOREIGN.test(topic) || /[^\p{Script=Latin}\p{P}\p{S}\p{N}\s]/u.test(topic)) return null;
  if (ASKS.test(topic)) return null;
  const head = ` ${topic}`.replace(BEHIND_HEAD, '');
  return wordsOf(plain(head)).findLast((word) => !isLight(word)) ?? null;
}

const ANIMALS =
  'dog dogs puppy puppies cat cats kitten kittens horse horses pony ponies pet pets rabbit rabbits bird birds parrot parrots chicken chickens cow cows animals hamster hamsters fish'.split(
    ' ',
  );
/** What is done for an animal, or about it, is another subject than the same for people. */
export const FOR_ANIMALS = new RegExp(
  `(?<!\\p{L})(?:for|of|on|with)\\s+(?:(?:my|an?|the|old|young|your|our)\\s+)*(?:${ANIMALS.join('|')})(?!\\p{L})`,
  'iu',
);
/** Asks whether something is good for the body. */
export const ASKS_OF_HEALTH =
  /(?<!\p{L})(?:(?:good|bad|better|worse|safe|dangerous|harmful|ok|okay|healthy|unhealthy)\s+(?:for|in|during|to)\s+(?:you|me|us|your|my|the|our|their|children|kids|babies|people|a|an)?\s*(?:heart|health|body|skin|teeth|stomach|liver|kidneys?|brain|bones|weight|baby|babies|blood|pregnan\p{L}+|you|me|us|kids|children|eyes|back)|healthy|healthier|unhealthy|side effects|blood pressure|pregnan(?:t|cy)|breastfeeding|diabetes|diabetics?|cholesterol|reflux|ulcers?|toxic|poisonous|carcinogenic|cause cancer)(?!\p{L})/iu;

const anyOf = (words: string): string => [...list(words)].join('|').replaceAll('_', ' ');
const TELLING = anyOf(`
  i i'm im my me we our us you your it he she they is are was do does did can can't cant cannot won't wont doesn't don't keep keeps
  nobody no_one everyone somebody someone something nothing too never always how why what when where which who`);
const ORDERS = anyOf(`
  make build write draw set plan take cook bake create design fix find get stop clean put learn play read choose buy open grow train hire
  help count calculate compare start prepare improve change show send use analyse analyze convert order schedule dim sort delegate merge
  solve measure balance tune run add remove delete install explain translate speak say tell pay save sell keep look_after care_for repair
  test check print record edit cut plant prune harvest shape brew roast grind pour host share split join connect deploy publish`);
const TOLD = new RegExp(`(?<!\\p{L})(?:${TELLING})(?!\\p{L})|^(?:${ORDERS})\\s`, 'iu');
/** Tells whether a topic asks, tells or orders something, and does not only name a subject. */
export const isTold = (topic: string): boolean => TOLD.test(topic);
