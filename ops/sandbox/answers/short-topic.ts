const LONGEST = 60;
/** Shorter cuts say too little to represent the whole topic. */
const [SHORTEST, SHORTEST_CORE] = [8, 16];

/** Marks the end of a topic's first clause, which is its subject. */
const NEXT_CLAUSE =
  /\s+(?:after|before|because|although|while|when|where|which|that|who|so that|in order to|despite|después de|antes de|porque|aunque|mientras|cuando|donde|que|quien|nachdem|bevor|weil|obwohl|während|après|avant|parce que|lorsque|dopo|prima di|perché|quando|depois de|antes de|porque)\s.*$/iu;
/** Words a title cannot end with. */
const LEADS_ON =
  /\s(?:a|an|the|of|in|on|at|by|to|for|from|with|without|into|onto|over|under|about|between|through|during|after|before|and|or|but|as|than|that|which|who|how|why|when|where|is|are|was|were|be|el|la|los|las|un|una|unos|unas|de|del|al|en|con|sin|por|para|sobre|entre|desde|hasta|y|o|e|u|que|como|se|su|sus|der|die|das|den|dem|des|ein|eine|einen|einem|einer|von|vom|mit|ohne|für|im|am|zu|zum|zur|und|oder|auf|aus|bei|nach|über|le|les|une|du|dans|sur|avec|sans|pour|par|et|ou|au|aux|il|lo|gli|di|da|del|della|dei|nel|nella|con|senza|per|tra|o|os|as|um|uma|do|dos|das|no|na|nos|nas|em|com|sem|e|в|на|с|из|для|от|по|к|о|и|или|без|до|под|над|في|من|إلى|على|عن|مع|و)$/iu;

/** Function words left without a noun by a cut: 'in a public', 'for the'. */
const DANGLING = /(\s(in|as|of|for|with|to|at|by|on|from|and|or|de|del|en|para|con|y|a))?(\s(a|an|the|el|la|los|las|un|una))?\s\S+$/i;

/** Maximum words of a name; a question, a command or a sentence needs quotation marks within another sentence. */
const NAME_WORDS = 6;
const NO_NAME =
  /^(?:how|what|why|when|where|which|who|whose|is|are|am|was|were|can|could|do|does|did|will|would|should|shall|may|to|if|i|we|you|let|please|cómo|como|qué|por qué|cuándo|dónde|cuál|quién|quiero|كيف|لماذا|ماذا|ما|هل|متى|أين|من)\s|\s(?:my|me|i|your|you|it|them|is|are|was|were|mi|mis|tu|tus|que)(?:\s|$)|[?!¿¡؟:;,]/iu;
const COMMAND =
  /^(?:add|ask|avoid|bake|become|be|begin|breed|brew|build|buy|calculate|care|carve|catch|change|choose|clean|climb|collect|compose|control|cook|create|cut|dance|design|develop|dig|draw|drive|eat|explain|explore|feed|find|fix|fly|get|give|go|grow|handle|help|improve|keep|knit|know|learn|live|look|lose|maintain|make|manage|master|measure|mend|move|overcome|paint|pay|pick|plan|plant|play|predict|prepare|prevent|produce|protect|raise|read|recognise|recognize|reduce|repair|restore|ride|run|save|sell|set|sew|sing|sleep|solve|speak|spend|start|stop|swim|take|talk|teach|tell|train|travel|treat|trust|try|tune|understand|use|win|work|write)\s/iu;

/** Tells whether a topic can be used in a sentence without quotation marks. */
export const isName = (topic: string): boolean => topic.split(/\s+/).length <= NAME_WORDS && !NO_NAME.test(topic) && !COMMAND.test(topic);

/** Shortens a topic to the length of a title: at the end of a clause, else after a word that can end a phrase. */
export function shortTopic(topic: string): string {
  if (topic.length <= LONGEST) return topic;
  const clause = topic.split(/[:;,.(–—]| - /)[0]?.trim() ?? topic;
  const whole = clause.length >= SHORTEST ? clause : topic;
  if (whole.length <= LONGEST) return whole;
  const core = whole.replace(NEXT_CLAUSE, '');
  let short = core.length >= SHORTEST_CORE && core.length <= LONGEST ? core : upToPhrase(whole);
  while (LEADS_ON.test(short)) short = short.replace(LEADS_ON, '');
  return short;
}

/** Cuts before a preposition or article, where the phrase is complete; elsewhere it may lack its noun. */
function upToPhrase(text: string): string {
  const cut = upToWord(text);
  const [next] = text.slice(cut.length).trim().split(/\s/);
  return LEADS_ON.test(` ${next}`) ? cut : cut.replace(DANGLING, '');
}

/** Scripts without spaces have no visible word boundaries. */
function upToWord(text: string): string {
  const cut = text.slice(0, LONGEST);
  return cut.slice(0, Math.max(text[LONGEST] === ' ' ? LONGEST : cut.lastIndexOf(' '), LONGEST / 2)).trim();
}
