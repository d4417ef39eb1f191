import { outsideCode, rememberLast, withoutCode } from '#domain/platform/prose/plain-prose.ts';

const YEAR = '(?:19|20)\\d\\d';
/**
 * Words for studies and the places where they are made, in the languages of courses. Someone who merely studies at a university cites none.
 */
const STUDIES =
  "(?:(?:[Aa]n?|[Tt]he|[Tt]his|[Oo]ne|[Rr]ecent|[Nn]ew) (?:[\\p{L}\\d-]+ ){0,2}(?:study|survey|trial|meta-analysis)|[Rr]esearchers|[Rr]esearch (?:from|at|by)|(?:[Uu]n|[Ee]l|[Ee]ste) estudio|[Ii]nvestigadores|(?:[Uu]ne|[Cc]ette|[Ll][’'])\\s?étude|[Cc]hercheurs|Studien?|Forscher\\p{L}*|(?:[Uu]m|[Oo]|[Ee]ste) estudo|[Pp]esquisadores|(?:[Uu]no|[Ll]o|[Qq]uesto) studio|[Rr]icercatori|[Ии]сследовани\\p{L}+|[Уу]чёны[ех])(?![\\p{L}])|一项研究|研究(?:表明|显示|发现|人员|によ|者|チーム|グループ)|연구(?:에 따르|진|팀|자)|(?:أظهرت|كشفت|وجدت|بينت) دراسة|دراسة (?:أجر|نشر)\\p{L}+|باحثو\\p{L}+|एक अध्ययन|अध्ययन के अनुसार|शोधकर्ता\\p{L}*";
const PLACES =
  '(?:Max Planck|Johns Hopkins|ETH|MIT|Polit[eé]cni\\p{L}+|University|Universidad|Université|Universität|Universidade|Università|Institut\\p{L}*|Instituto|Istituto|[Уу]ниверситет\\p{L}*|[Ии]нститут\\p{L}*)(?![\\p{L}])|大学|大學|대학|[가-힣]{2,5}대(?= 연구)|جامعة|विश्वविद्यालय';
/** Words for a study next to its author and year, in the languages of courses. */
const WORKS =
  '(?:[Ss]tud(?:y|ie|io|ium)|[Rr]esearch|[Ee]xperiment|[Ss]urvey|[Ii]nvestigaci[oó]n|[Ee]studio|[Ee]studo|[Pp]esquisa|[ÉéEe]tude|[Rr]echerche|[Uu]ntersuchung|[Rr]icerca|[Ии]сследовани\\p{L}+|研究|연구|دراسة|بحث|अध्ययन|शोध)';
/** Titles of authors of studies. */
const TITLES =
  '(?:Dr|Dra|Prof|Dott|Professor(?:in)?|[Dd]octora?|[Pp]rofesseure?|[Pp]rofesora?|[Pp]rofessora?|[Pp]rofessor(?:e|essa)|[Dd]ottor(?:e|essa)?|докто\\p{L}+|профессо\\p{L}+)\\.?';
const FOUND = '(?:found|discover|show|report|reveal|prove|demonstrat)';
/** Marks a sentence about a place: 'the University of Bonn, where researchers keep bees' cites nobody. */
const WHERE = ',\\s*(?:where|whose|in which|wo|an der|an dem|deren|donde|cuyos?|en la que|où|dont|onde|cujos?|dove|cui|где)(?![\\p{L}])';
/**
 * Forms of citations: `(Carter et al., 2019)`, `A 2019 study by`, `a trial by Helen Carter`, and a university's study. A study without a
 * name is no source that a reader would look for.
 */
const CITED = new RegExp(
  [
    `\\(\\p{Lu}[\\p{L}’'-]{1,40}(?: et al\\.?|,? (?:&|and|y|und|et|e) \\p{Lu}[\\p{L}’'-]{1,40})?,? ${YEAR}[a-z]?\\)`,
    `\\b${YEAR} (?:study|survey|trial|meta-analysis) (?:by|at|from|in|of)\\b`,
    `\\bet al\\.,? \\(?${YEAR}`,
    `\\b[Aa]n?(?: [\\p{L}\\d-]+){0,3} (?:study|survey|trial|meta-analysis) (?:\\p{Ll}+ ){0,2}(?:by|at|from) (?:the )?\\p{Lu}`,
    // with its year: 'Carter and Lee (2019) found that', 'Eine Studie von Carter (2019)', 'A 2019 paper in Nature'
    `(?<![\\p{L}’'-])(?:\\p{Lu}[\\p{L}’'-]{1,40} (?:&|and) )?\\p{Lu}[\\p{L}’'-]{1,40} \\(${YEAR}[a-z]?\\) (?:found|showed|reported|argued|concluded|demonstrated|observed) (?:that|how|no)\\b`,
    `(?<![\\p{L}])(?:[Ss]tudie|[Éé]tude|[Ee]studio|[Ee]studo|[Ss]tudio) (?:von|de|di|por|par) (?:\\p{Lu}[\\p{L}’'.-]* ){1,3}\\(${YEAR}\\)`,
    `\\b${YEAR} (?:paper|article) in (?:the )?(?:Nature|Science|Cell|PNAS|JAMA|(?:The )?Lancet|(?:\\p{Lu}\\p{L}+ )?Journal)\\b`,
    `\\b[Ii]n a ${YEAR} (?:experiment|study|trial), (?:\\p{Lu}[\\p{L}’'.-]+ ){2,3}\\p{Ll}`,
    `\\b(?:arXiv:\\s?\\d{4}\\.\\d{4,5}|(?:doi:\\s?|doi\\.org/)10\\.\\d{4,9}/)`,
    `\\b[Aa]ccording to (?:\\p{Lu}[\\p{L}’'.-]* ){1,3}\\(${YEAR}\\)`,
    `\\b(?:Harvard|Stanford|Oxford|Cambridge|MIT|Yale|Princeton|Berkeley)(?: University)? (?:study|trial|survey|researchers)\\b`,
    `\\b(?:study|paper|article|research|survey|trial|review) in (?:the )?(?:\\p{Lu}\\p{L}+ )?Journal of \\p{Lu}`,
    `(?<![\\p{L}])(?:\\p{Lu}\\p{L}{1,20} ){1,4}Study \\(${YEAR}\\)`,
    `\\b[Tt]eam (?:of [\\p{L} ]{1,30} )?led by (?:${TITLES} )?\\p{Lu}`,
    `\\b[Aa]n? (?:[\\p{L}-]+ )?${YEAR} experiment by \\p{Lu}`,
    `\\b(?:meta-analysis|review) of \\d+ (?:trials|studies) by \\p{Lu}`,
    `\\b(?:[Ss]cientists|[Pp]sychologists) (?:at|from) (?:the )?\\p{Lu}[^.!?\\n]{0,60}?\\b${FOUND}`,
    // 'Исследование Иванова и Петрова (2018)', '王等人（2020）的研究', 'Une étude du professeur Jean Martin'
    `(?<![\\p{L}])${WORKS}[^.!?。।؟\\n()（）]{1,50}[(（]${YEAR}[)）]`,
    `\\p{L}(?:ら|等人?| 외)\\s?[(（]${YEAR}[)）]`,
    `(?<![\\p{L}\\p{M}])[\\p{L}\\p{M}]{1,20} (?:और|و|와|과)\\s?[\\p{L}\\p{M}]{1,20} \\(${YEAR}\\)`,
    `(?<![\\p{L}])${WORKS}[^.!?\\n()]{1,40}?(?<![\\p{L}])(?:${TITLES}|للدكتور\\p{L}*) \\p{L}`,
    `\\bpublished in (?:the )?(?:\\p{Lu}\\p{L}+ )?Journal of \\p{Lu}`,
    `(?<![\\p{Script=Latin}\\p{Script=Cyrillic}])(?:${STUDIES})[^.!?。।؟\\n]{0,60}?(?<![\\p{Script=Latin}\\p{Script=Cyrillic}])(?:${PLACES})`,
    `(?<![\\p{Script=Latin}\\p{Script=Cyrillic}])(?:${PLACES})(?:(?!${WHERE})[^.!?。।؟\\n]){0,60}?(?<![\\p{Script=Latin}\\p{Script=Cyrillic}])(?:${STUDIES})`,
  ].join('|'),
  'gu',
);
/** The first name of the cited author, if the citation begins with it. */
const AUTHOR = new RegExp(`^(?:\\(|(?=(?:\\p{Lu}[\\p{L}’'-]+ (?:&|and) )?\\p{Lu}[\\p{L}’'-]+ \\(${YEAR}))(\\p{Lu}[\\p{L}’'-]+)`, 'u');
/** The names that follow a citation: 'a 2019 study by' Helen Carter of Stanford. */
const FURTHER_NAMES =
  /^[\p{L}\p{M}’'-]*(?:[ \t,]{0,2}\(?(?:(?:of|the|at|by|from|and|de|du|des|la|di|da|do|von|der|und|et|e|y)[ \t]+){0,2}\p{Lu}[\p{L}\p{M}.’'-]*){0,6}/u;
/** The names of a citation end within this many characters. */
const NAMES_WITHIN = 100;
const WHOLE_WORD = /[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*/gu;
const NAME = /(?<![\p{L}\p{M}])\p{Lu}[\p{L}\p{M}’'-]+/gu;
/** Capitalised words that name nobody. */
const NO_NAME = new RegExp(
  `^(?:${STUDIES}|${PLACES}|Dr|Prof|Professor|Mr|Ms|Mrs|In|At|By|From|An|The|This|That|One|Recent|New|Study|Research|According|As|Published|Journal|Une?|Una|Un|El|La|Le|Les|Des|Los|Der|Die|Das|Den|Dem|Eine?|Einer|Um|Uma|Il|Lo|Gli|Uno|Selon|Según|Segundo|Secondo|Laut|Nach|Jahre?)$`,
  'u',
);

/** Returns the prompt's words in lower case. */
export const wordsOf = rememberLast((given: string): ReadonlySet<string> => new Set(given.toLowerCase().match(WHOLE_WORD)));

/**
 * Returns the words with which a text cites a study that is not in the prompt, or null. A study counts as given if its author, or every
 * name in the citation, is in the prompt.
 * @param given the whole prompt
 */
export function ungivenStudy(markdown: string, given: string): string | null {
  const prose = withoutCode(markdown);
  const known = wordsOf(given);
  const isGivenName = (name: string): boolean => known.has(name.toLowerCase());
  for (const { 0: study, index } of prose.matchAll(CITED)) {
    if (given.includes(study)) continue;
    const author = AUTHOR.exec(study)?.[1];
    if (author !== undefined && given.includes(author)) continue;
    const said = study + FURTHER_NAMES.exec(prose.slice(index + study.length, index + study.length + NAMES_WITHIN))![0];
    const names = (said.match(NAME) ?? []).map((name) => name.replace(/[’']s?$/, '')).filter((name) => !NO_NAME.test(name));
    if (names.length === 0 || !names.every(isGivenName)) return study;
  }
  return null;
}

/** A Markdown link, a link in angle brackets, a link definition, or a bare address. */
const LINK =
  /!?\[([^[\]\n]{0,300})\]\(\s*<?((?:https?:\/\/|ftp:\/\/|mailto:)[^\s<>()]+(?:\([^\s<>()]*\)[^\s<>()]*)*|www\.[^\s<>()]+)>?(?:\s+["'(][^\n]{0,200}?["')])?\s*\)|<((?:https?:\/\/|ftp:\/\/|mailto:)[^\s<>]+)>|((?:https?:\/\/|ftp:\/\/|(?<![\w.@/-])www\.)[^\s<>()[\]"“”«»、。，]+[^\s<>()[\]"“”«»、。，.,;:!?*_'’])/gi;
const DEFINITION = /^[ \t]{0,3}\[[^\]\n]{1,80}\]:[ \t]*<?(https?:\/\/\S+?)>?(?:[ \t]+["'(].*)?$/gim;
/** Addresses that by their standard lead nowhere (RFC 2606, RFC 6761), and addresses of the local machine. */
const NOWHERE =
  /^(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]|(?:[\w-]+\.)*example(?:\.(?:com|org|net|edu))?|(?:[\w-]+\.)+(?:test|invalid|localhost))$/i;

const bare = (address: string): string =>
  address
    .replace(/^(?:(?:https?|ftp):\/\/|mailto:)/i, '')
    .replace(/^www\./i, '')
    .replace(/\/$/, '');
const hostOf = (address: string): string =>
  bare(address)
    .split(/[/?#:]/)[0]!
    .split('@')
    .at(-1)!;

/** Tells whether an address is in the prompt. */
const isGiven = (address: string, given: string): boolean => NOWHERE.test(hostOf(address)) || given.includes(bare(address));

/** Stand-ins for a removed address and around a link's text; no text contains them. */
const [HOLE, BEGINS, ENDS] = ['\uE000', '\uE001', '\uE002'];
const TAKEN_OUT = /[\uE000\uE001]/;
/** With at most this many other words, a sentence only points to its link: 'See [the guide](…) for more.' */
const POINTING_WORDS = 8;
const POINTS =
  /(?<![\p{L}\p{M}])(?:see|read|visit|check|find|learn more|more|further|source|link|ver?|vea|véase|consulta|lee|más|fuente|voir|voyez|lire|lisez|consultez|visitez|plus|source|siehe|lies|lesen|besuche?n?|mehr|quelle|vedi|leggi|visita|scopri|più|fonte|veja|leia|acesse|visite|mais|смотрите|см|читайте|подробнее|посетите|источник)(?![\p{L}\p{M}])|参见|参阅|参考|查看|阅读|更多|来源|詳しく|詳細|参照|ご覧|참고|참조|자세|انظر|اقرأ|زوروا?|المزيد|المصدر|देखें|पढ़ें|अधिक|स्रोत/iu;
const WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2}|[\p{L}\p{M}\p{N}'’]+/gu;
/** Sentences of one line, with their ends. */
const SENTENCES = /[^.!?。！？।؟]+(?:[.!?。！？।؟]+["'”’»)\]*_]*\s*|$)|[.!?。！？।؟]+\s*/gu;

/**
 * Returns a text without the links that are not in the prompt, because models invent links. A link's text stays unless its sentence only
 * points to the link; code stays.
 * @param given the whole prompt
 */
export function withoutUngivenLinks(markdown: string, given: string): string {
  if (!/https?:\/\/|www\.|ftp:\/\/|mailto:/i.test(markdown)) return markdown;
  let isChanged = false;
  const open = outsideCode(markdown, (prose) =>
    prose
      .replaceAll(DEFINITION, (whole, address: string) => (isGiven(address, given) ? whole : ((isChanged = true), HOLE)))
      .replaceAll(
        LINK,
        (whole, said: string | undefined, target: string | undefined, inAngles: string | undefined, alone: string | undefined) => {
          const address = (target ?? inAngles ?? alone)!;
          if (isGiven(address, given)) return whole;
          isChanged = true;
          return said === undefined || /^(?:https?|ftp):|^www\./i.test(said) ? HOLE : `${BEGINS}${said}${ENDS}`;
        },
      ),
  );
  if (!isChanged) return markdown;
  const kept: string[] = [];
  for (const line of open.split('\n')) {
    if (!TAKEN_OUT.test(line)) {
      kept.push(line);
      continue;
    }
    const left = (line.match(SENTENCES) ?? [])
      .filter((sentence) => !onlyPoints(sentence))
      .join('')
      .replaceAll(/[\uE000-\uE002]/g, '');
    const tidy = left
      .replaceAll(/[(（[]\s*[)）\]]/g, '')
      .replaceAll(/[ \t]{1,4}(?=[.,;:!?]|$)/g, '')
      .replaceAll(/(?<=\S) {2,}/g, ' ');
    if (/[\p{L}\p{N}]/u.test(tidy)) kept.push(tidy);
  }
  return withoutEmptyHeadings(kept.join('\n'), markdown);
}

/** Tells whether a sentence only says where to look. */
function onlyPoints(sentence: string): boolean {
  if (!TAKEN_OUT.test(sentence)) return false;
  const beside = sentence.replaceAll(/\uE001[^\uE002]*\uE002/g, ' ');
  const words = beside.match(WORDS)?.length ?? 0;
  return words === 0 || (words <= POINTING_WORDS && (sentence.includes(HOLE) || POINTS.test(beside)));
}

/** A heading, a line that announces what follows, or a rule. */
const EMPTY_END = /^(?:#{1,6}\s.*|(?=.{0,60}$).*[:：][*_]*|[-*_ ]{3,})$/u;

/** Removes headings at the end of a text that has something above them. */
function withoutEmptyHeadings(text: string, before: string): string {
  const lines = text
    .replaceAll(/\n{3,}/g, '\n\n')
    .trimEnd()
    .split('\n');
  while (lines.length > 1 && EMPTY_END.test(lines.at(-1)!) && !before.trimEnd().endsWith(lines.at(-1)!)) {
    lines.pop();
    while (lines.at(-1)?.trim() === '') lines.pop();
  }
  return lines.join('\n');
}
