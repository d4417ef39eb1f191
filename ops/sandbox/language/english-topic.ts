/** Words that keep their capital inside a sentence: languages, places, products, methods named after people. */
const NAMES = new RegExp(
  `^(${[
    'python|java|javascript|typescript|rust|kotlin|swift|ruby|scala|kubernetes|docker|linux|unix|windows|excel|word|powerpoint|photoshop|blender|unity|git|github',
    'react|angular|django|rails|spark|kafka|hadoop|ansible|terraform|jenkins|postgres|oracle|salesforce|figma|arduino|raspberry|lego|minecraft|instagram|youtube|google',
    'amazon|azure|android|apple|bitcoin|ethereum|wordpress|shopify|notion|tableau|scrum|kanban|montessori|pilates|bayesian|euclidean|newtonian|boolean|gaussian|marxist',
    'german|italian|french|greek|latin|roman|arabic|russian|korean|indian|african|american|european|asian|australian|canadian|mexican|brazilian|persian|egyptian|norwegian',
    'ukrainian|hungarian|romanian|bulgarian|czech|thai|dutch|swiss|hindi|urdu|hebrew|welsh|gaelic|swahili|tamil|bengali|byzantine|ottoman|victorian|georgian|gothic',
    'renaissance|christian|buddhist|islamic|jewish|catholic|protestant|hindu|zen|shakespeare|mozart|bach|beethoven|darwin|einstein|kant|plato|aristotle|napoleon',
    'europe|africa|asia|america|australia|england|britain|scotland|wales|ireland|france|germany|italy|spain|portugal|greece|rome|athens|paris|london|berlin|egypt|china|japan',
    'korea|india|russia|brazil|mexico|canada|norway|sweden|denmark|finland|iceland|poland|vietnam|thailand|turkey|israel|kenya|nigeria|mediterranean|atlantic|pacific|alps|himalaya',
    'earth|mars|venus|jupiter|saturn|monday|january|christmas|easter|ramadan|diwali',
  ].join('|')})(’s|'s)?$`,
);
const NATIONAL = /(ish|ese)$/;
const NOT_NATIONAL = /^(fish|shellfish|goldfish|finish|polish|varnish|radish|dish|relish|garnish|cheese|these)$/;
/** After these, a capital in the middle of a title probably marks a name. */
const BEFORE_NAMES = /^(in|from|at|near|across|around)$/;

const isName = (word: string): boolean => NAMES.test(word) || (NATIONAL.test(word) && !NOT_NATIONAL.test(word));
const isCapitalised = (word: string): boolean => /^\p{Lu}[\p{Ll}’'-]+$/u.test(word);

/** Verbs at the start of a topic written as a task; those of the second group can be nouns, so a determiner must follow. */
const VERBS =
  /^(bake|build|brew|write|speak|grow|make|knit|sew|raise|keep|negotiate|invest|understand|create|sing|teach|become|get|take|improve|develop|analy[sz]e|organi[sz]e|choose|prepare|manage|read|cook|learn|play|run|train|sell|lead|solve|paint|draw|fix|grill|install|maintain|deliver|give|survive|ride|breed)$/;
const MAYBE_VERBS =
  /^(design|program|plan|start|study|use|care|repair|plant|photograph|film|dance|code|record|pitch|present|master|test|set|launch|research|network|hike|climb|swim|ski|sail|surf|forage|compost|can)$/;
const DETERMINER = /^(a|an|the|your|my|our|with|for|up|on)$/;
const NOUNS_AFTER = /^(therapy|group|groups|room|school|camp|list|theory|replicas?|book|club)$/;
const DOUBLED = /^(run|get|set|plan|knit|swim|program|can|begin|cut|sit|stop)$/;

function gerund(verb: string): string {
  if (DOUBLED.test(verb)) return `${verb}${verb.at(-1)}ing`;
  return /[^e]e$/.test(verb) ? `${verb.slice(0, -1)}ing` : `${verb}ing`;
}

/** Turns a topic into a noun phrase: 'How to bake bread' and 'I want to bake bread' become 'baking bread'. */
function asNoun(topic: string): string {
  const asked = topic.replace(/^(i (want|would like|need|wish|hope) to|i’d like to|i'd like to|please|teach me)\s+/i, '');
  const task = asked.replace(/^(learn(ing)? )?(how )?to\s+(?=\p{L})/iu, '').replace(/^learn(ing)?\s+(about\s+)?(?=\S)/i, '');
  const [first = '', second = '', ...rest] = task.split(' ');
  const verb = first.toLowerCase();
  const isTask =
    task !== asked || VERBS.test(verb) ? VERBS.test(verb) || MAYBE_VERBS.test(verb) : MAYBE_VERBS.test(verb) && DETERMINER.test(second);
  if (second === '' && task !== topic && (VERBS.test(verb) || MAYBE_VERBS.test(verb))) return gerund(verb);
  if (second === '' || !isTask || NOUNS_AFTER.test(second.toLowerCase())) return task;
  return [gerund(verb), second, ...rest].join(' ');
}

/** The topic's form inside a sentence: a noun phrase in which common words lose a title's capitals. */
export function englishTopic(topic: string): string {
  const words = asNoun(topic).split(' ');
  const later = words.slice(1).filter((word) => word.length > 2);
  const isTitle = later.some(isCapitalised) && !later.some((word) => word.length > 3 && /^\p{Ll}/u.test(word));
  return words
    .map((word, i) => {
      if (!isCapitalised(word) || isName(word.toLowerCase())) return word;
      if (i === 0) return word.toLowerCase();
      return isTitle && !BEFORE_NAMES.test((words[i - 1] as string).toLowerCase()) ? word.toLowerCase() : word;
    })
    .join(' ');
}
