const NAMES = /^(Python|Java|Scala|Excel|Linux|Kubernetes|Docker|Kafka|Canva|Figma|Unity|España|Europa|Roma|Grecia|Francia|Italia|Alemania|China|Japón|México|Argentina|Colombia|Perú|Chile|América|África|Asia|Tierra|Marte|Scrum|Montessori)$/;
const ARTICLES = /^(el|la|los|las|un|una|lo)\s/i;
const INFINITIVE = /^\p{L}+(ar|er|ir|arse|erse|irse)$/u;
const NOUNS_IN_R = /^(mar|amor|ajuar|hogar|azúcar|bar|taller|mujer|póker|líder|software|elixir)$/;
const MASCULINE = /^(derecho|arte|agua|tema|sistema|problema|programa|idioma|clima|mapa|yoga|día|planeta|cine|baile|dibujo|ajedrez|pan|café|té|análisis|marketing|béisbol|fútbol|jardín|diseño|inglés|francés|alemán|chino|japonés|español|italiano|huerto|lenguaje|liderazgo|surf|origami|álgebra)$/;
const FEMININE = /^(foto|mano|radio|moto|salud|ley|luz|red|miel|gestión|base|nube|física|química|crianza|carne|fe|paz)$/;

function articleOf(noun: string): string {
  if (MASCULINE.test(noun)) return 'el';
  if (FEMININE.test(noun) || /(ción|sión|dad|tad|tud|umbre|ez|triz|sis)$/.test(noun)) return 'la';
  if (/(ciones|siones|dades|leyes|redes|bases|as)$/.test(noun)) return 'las';
  if (/(miento|aje|or|ismo|[^aeiouáéíóú]o|io|eo)$/.test(noun)) return 'el';
  if (/(os|ores|anes|ajes|jardines)$/.test(noun)) return 'los';
  return noun.endsWith('a') ? 'la' : '';
}

/** Lower case where a title's capital stood; names keep theirs. */
function bare(topic: string): string {
  const words = topic.replace(/^(quiero |me gustaría )?(aprender|estudiar|cómo) (a |sobre )?(?=\p{L})/iu, '').split(' ');
  const isTitle = words.length > 1 && words.filter((word) => word.length > 3).every((word) => /^\p{Lu}/u.test(word));
  return words
    .map((word, i) => (!/^\p{Lu}\p{Ll}+$/u.test(word) || NAMES.test(word) || (i > 0 && !isTitle) ? word : word.toLowerCase()))
    .join(' ');
}

/** How a topic reads inside a sentence: with its article where the noun tells its gender ('la jardinería urbana'). */
export function spanishTopic(topic: string): string {
  const text = bare(topic);
  const first = text.split(' ')[0] as string;
  const takesNone = ARTICLES.test(text) || !/^\p{Ll}+$/u.test(first) || (INFINITIVE.test(first) && !NOUNS_IN_R.test(first));
  const article = takesNone ? '' : articleOf(first);
  return article === '' ? text : `${article} ${text}`;
}

/** The topic as a heading begins: without the article. */
export const spanishTitleTopic = bare;
