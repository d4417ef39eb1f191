/**
 * What the rules search for, in folded text (`foldWords`), by language. Patterns match whole words. `hard` is abuse in any context; `rough`
 * depends on the sentence, so a service or a moderator checks it.
 */
interface Words {
  readonly hard: readonly string[];
  readonly rough: readonly string[];
}

/** Abuse in any context; letters may be repeated, and vowels starred. */
const SLURS = [
  'motherfucker', 'motherfuckers', 'asshole', 'assholes', 'arsehole', 'bitch', 'bitches', 'cunt', 'cunts', 'whore', 'whores', 'slut', 'sluts',
  'faggot', 'faggots', 'fag', 'retard', 'retards', 'retarded', 'dickhead', 'wanker', 'twat', 'scumbag', 'tranny', 'kys', 'stfu', 'gtfo',
  'puta', 'putas', 'hijueputa', 'hijoputa', 'gilipollas', 'cabron', 'cabrona', 'cabrones', 'pendejo', 'pendeja', 'pendejos', 'maricon',
  'maricones', 'malparido', 'malparida', 'subnormal', 'retrasado mental', 'mongolico', 'comemierda', 'lameculos', 'soplapollas', 'mamaguevo',
  'culero', 'pinche idiota', 'gonorrea',
]; // oxfmt-ignore

const INSULTS_EN =
  '(?:idiots?|morons?|imbeciles?|losers?|stupid|dumb|dumbass|pathetic|worthless|trash|garbage|scum|vermin|disgusting|ugly|useless|brainless|clowns?|pigs?|freaks?|coward|fool|filth|dirt|nobody|parasites?|animals?|jerk|creep|a joke|complete joke|disgrace|waste of (?:space|air|oxygen|time)|piece of (?:shit|trash|garbage|crap))';
const INSULTS_ES =
  '(?:idiotas?|imbecil(?:es)?|estupid[oa]s?|tont[oa]s?|inutil(?:es)?|basura|asqueros[oa]s?|patetic[oa]s?|fracasad[oa]s?|perdedor(?:a|es)?|fe[oa]s?|cerd[oa]s?|rata|escoria|payas[oa]s?|ignorantes?|cobardes?|mierda|burr[oa]s?|animal(?:es)?|parasitos?|ridicul[oa]s?|gusano|verguenza|don nadie|desgraciad[oa]s?)';
const VIOLENCE_EN = '(?:kill|hurt|beat|smash|stab|shoot|destroy|ruin|punch|slap|strangle|burn|murder|break|cut|hunt|come for|find|get)';

const ENGLISH: Words = {
  hard: [
    'f+[u*]+c+k+(?:ing)? (?:you|off|u|him|her|them|your)|f off|screw you|go to hell|piss off|eat shit|shut (?:the (?:fuck|hell) )?up(?!\\w| shop| late)',
    `(?:you|u|ya|you're|youre|your|ur|they|he|she|y'all)(?: (?:are|all|is|re|look|sound|really|just|such|so|still|like|must|have|to|be|being|people|lot|guys|absolute|total|complete|little|fucking|damn|bloody|utterly|truly|always|nothing|but|will|never|as|the|most|face|an?|of|were|born)){0,7} ${INSULTS_EN}(?! (?:questions?|mistakes?|errors?|proof|joke about|code))`,
    '(?:gays|muslims|jews|blacks|immigrants|refugees|women|gypsies) should (?:all )?(?:be (?:killed|shot|burned|banned|gassed)|die)',
    `(?:you|shut up you|hey|listen|bye|go away)[, ]+(?:an? )?(?:(?:stupid|dumb|fat|ugly|little|filthy|dirty|old|pathetic|absolute) )+(?:\\w+)?`,
    `${INSULTS_EN} like (?:you|u|him|her|them)`,
    `(?:i(?:'ll| will|'m going to| am going to|'m gonna| am gonna| gonna| want to| swear i'll|'d love to)|we(?:'ll| will|'re going to| are going to)|someone (?:should|will|needs to|ought to)|somebody (?:should|will|ought to)) (?:\\w+ ){0,2}?${VIOLENCE_EN} (?:you|u|your (?:face|legs?|neck|family|life|teeth|house|arms?|head)|him|her|them)(?! (?:a|an|the|some|started|up to|to (?:the|a)|know|back|later|out of|through|there|in touch|with|another|on (?:the|board)|help|access|going|ready|in (?:the|a))\\b)`,
    'kill yourself|end yourself|hang yourself|drink bleach|jump off (?:a|the) (?:bridge|roof|cliff|building)|slit your|go (?:and )?die|drop dead|neck yourself',
    "(?:you|u|they|he|she|people like you|all of them) (?:deserve|deserves|should|ought|need|needs) (?:\\w+ )?(?:to )?(?:die|be dead|be shot|be hanged|be beaten|be raped|suffer|be exterminated|be deported|be gassed|burn|disappear from)|(?:i )?hope (?:you|u|he|she|they|your (?:family|mother|kids|dog)) (?:\\w+ )?(?:dies?|gets? cancer|gets? hit|rot|suffers?|burn|choke)|i wish you were dead|(?:nobody|no one|noone) (?:likes|wants|loves|cares about|would miss|will ever love) (?:you|u)(?! to)|(?:world|everyone|class|we|all) (?:would|'d|will) be (?:a )?better (?:place )?(?:off )?without you",
    "i know where (?:you|u|your \\w+) (?:lives?|work|sleep)s?|watch your back|you(?:'ll| will) (?:regret|pay for) (?:this|it)|i(?:'m| am) (?:outside|watching) (?:you|your)|better sleep with one eye open|your days are numbered|you are (?:so )?dead|you're (?:so )?dead",
    "(?:send|show|give)(?: me)? (?:\\w+ ){0,4}(?:nudes?|naked|pics? of (?:you|your)|tits|boobs|body pics?|feet pics?|underwear)|(?:want|wanna|would like|love)(?: to)? (?:\\w+ )?(?:fuck|bang|touch you|sleep with you|see you naked|have sex)|(?:are you|r u) (?:\\w+ )?(?:wet|horny)|nice (?:tits|ass|boobs)|sexy (?:girl|body|pics?|chat|video)|hot (?:girls?|singles?|babes?)|sex (?:chat|cam|video)|suck my|my dick|how old are you (?:and|girl|sweet)|meet (?:me )?alone (?:and|but)? ?(?:do not|don't) tell|(?:do not|don't) tell your (?:parents|mom|mum|mother)|our little secret",
    "(?:all|those|these|damn|dirty|filthy|stupid|bloody|most) (?:\\w+ )?(?:women|girls|muslims|jews|christians|immigrants|foreigners|blacks|whites|asians|mexicans|arabs|gays|gypsies|indians|disabled people|refugees) (?:\\w+ ){0,3}(?:are (?:\\w+ )?(?:inferior|animals|dirty|criminals|stupid|thieves|vermin|trash|dumb|too (?:stupid|dumb|emotional)|lazy|terrorists|filth|rats|parasites|cockroaches|liars|a (?:plague|disease))|should (?:go back|be (?:banned|shot|deported|killed|removed|kept)|die|not (?:be allowed|exist|vote|code|study))|belong in|out of|do not belong|don't belong)|go back to (?:your (?:own )?(?:country|kitchen|cave|jungle)|the kitchen|where you came from|africa|mexico|china)|dirty (?:immigrant|foreigner|jew|arab|muslim|gypsy)s?|white power|heil|gas the",
  ],
  rough: [
    'f+[u*]+c+k+(?:ing|ed|s|er)?|shit(?:ty|s)?|crap|damn you|bastards?|(?<!moby )dick|pussy|cock ?sucker|bullshit',
    'whats?app|telegram(?: me| group| channel| @)|dm me|text me at|call me (?:on|at)|add me on|my (?:snap|insta|instagram|number|onlyfans)|onlyfans|sugar daddy|(?:your|ur) (?:phone|address|home address|phone number|password|snap)(?: number)?(?: please| now|\\?|$)|what school do you go',
    '(?:earn|make|win|get) (?:up to )?(?:\\W?\\d[\\d,.]*|thousands|easy money|cash|money)(?: ?(?:k|usd|dollars|euros|\\$|€))? (?:a|per|every|each|in (?:a|one|just)|from home|fast|online|daily|weekly|working)|double your (?:money|bitcoin|crypto|investment)|(?:free|cheap) (?:followers|iphone|iphones|gift ?cards?|viagra|robux|v-?bucks|crypto|essays?|likes)|casino bonus|buy (?:\\w+ )?(?:followers|viagra|essays?|fake (?:id|diploma|certificate)|certificates?|answers|likes)|click (?:here|this link|my|the link)|limited (?:time )?offer|act now|guaranteed (?:profit|income|grade|returns?)|crypto (?:giveaway|signals?)|investment (?:opportunity|manager)|100% (?:free|guaranteed|legit)|(?:i |we )?(?:write|do) your (?:essay|homework|exam|assignment)s? for|loan(?:s)? (?:without|approved)|congratulations you (?:have )?won',
  ],
};

const SPANISH: Words = {
  hard: [
    'vete (?:a la mierda|al carajo|al diablo|al infierno|a tu pais|por donde|a la verga|de aqui)|a la mierda (?:contigo|tu)|que te (?:den|jodan|follen|pudras|mueras|calles)|chinga(?:te| tu madre| a tu)|jodete|calla(?:te|os) (?:la boca|ya|de una|idiota|imbecil)|cierra (?:el pico|la boca)|hij[oa]s? de (?:puta|perra|la chingada|mil)|(?:tu|la) puta madre|tu madre es|come mierda|me cago en (?:ti|tu)|andate al|lárgate|largate|piérdete|pierdete',
    `(?:eres|sos|sois|son|es|pareces|parecen|sigues siendo)(?: (?:una?|unos|unas|tan|muy|un[ao]? completo|un[ao]? autentic[oa]|el|la|lo|mas|completamente|realmente|todo|toda|de|bien|un pedazo de|peor|que|puro|pura|verdader[oa]|tod[oa]s|pobre|gran|maldit[oa]|mayor|pedazo|total|asco|puta)){0,5} ${INSULTS_ES}(?! (?:de (?:error|laboratorio|granja|compania)|pregunta|decirlo|negarlo|comparar|mascota|domestico))`,
    `(?:pedazo de|maldit[oa]s?|pinches?|puto|jodid[oa]|put[oa]|pobre|callate|oye|vaya|menudo|so|que asco de|sucio|sucia) ${INSULTS_ES}`,
    '(?:te|os|los|les|la|lo) (?:voy a|vamos a|van a|quiero) (?:matar|pegar|golpear|romper|partir|destrozar|reventar|encontrar y|buscar y|hacer dano|arruinar|quemar|rajar|acuchillar|pisar|hundir|hacer la vida)|voy a (?:matarte|pegarte|golpearte|romperte|partirte|destrozarte|reventarte|arruinarte|hacerte (?:dano|sufrir|la vida)|quemarte|buscarte y|encontrarte y|por ti|violarte|hundirte|hacer que te arrepientas)|te (?:mato|parto|reviento|rompo) (?:la cara|las piernas|la boca|el cuello|si|en|los)?|te vas a (?:arrepentir|enterar|morir)|(?:alguien deberia|habria que) (?:matar|pegar|golpear|encerrar|callar)(?:te|los|les|las|os)?',
    'matate|suicidate|muerete|ahorcate|tirate (?:de|por|desde)|pegate un tiro|bebe lejia|ojala (?:te|se|os) (?:mueras?|muera[ns]?|atropellen|pudras|de(?:n)? (?:un )?cancer|maten|ahogues|peguen|pase)|deberias? (?:morir|morirte|estar muert[oa]|desaparecer|suicidarte|pegarte)|mereces? (?:morir|sufrir|una paliza|que te (?:peguen|maten|violen))|(?:nadie|ninguno|ninguna) te (?:quiere|soporta|aguanta|va a querer|echara de menos|extranaria)|el mundo (?:seria|estaria) mejor sin ti|todos estariamos mejor sin ti|das asco|me das asco|dan asco|no (?:vales|sirves) (?:nada|para nada|una mierda)',
    'se donde (?:vives|trabajas|estudias|duermes)|cuidate la espalda|estas muert[oa]|ten cuidado (?:cuando salgas|por la calle)|te estoy (?:vigilando|observando)|se a que (?:colegio|hora)|te (?:vamos|voy) a esperar (?:a la salida|fuera)|tus dias estan contados|vas a pagar por',
    '(?:manda(?:me|nos)?|envia(?:me|nos)?|pasa(?:me|nos)?|ensena(?:me|nos)?|muestra(?:me)?)(?: \\w+){0,4} (?:desnud[oa]s?|nudes?|en ropa interior|tetas|culo|cuerpo|sexy|intimas|pack)|(?:quiero|quisiera|me gustaria) (?:follarte|cogerte|tocarte|verte desnud[oa]|acostarme contigo|chuparte|besarte)|que (?:tetas|culo|buena estas|rica estas)|estas (?:buenisima|muy rica|para darte)|chupa(?:me)?(?:la| la)|mi (?:polla|verga|pene)|chicas (?:calientes|desnudas|sexys?)|videos? (?:porno|xxx)|sexo (?:gratis|en vivo)|no se lo digas a tus? (?:padres|madre)|nuestro secreto|cuantos anos tienes (?:guapa|preciosa|linda)',
    '(?:tod[oa]s )?(?:los|las|esos|esas|estos|putos|malditos|sucios) (?:\\w+ )?(?:mujeres|ninas|musulmanes|judios|cristianos|inmigrantes|extranjeros|negros|gitanos|moros|sudacas|panchitos|chinos|gays|homosexuales|indios|indigenas|refugiados|discapacitados) (?:\\w+ ){0,2}(?:son (?:\\w+ )?(?:inferiores|animales|sucios|criminales|delincuentes|ladrones|basura|escoria|ratas|vagos|terroristas|tontas|mentirosos|parasitos|una plaga|un cancer|demasiado (?:tontas|emocionales))|deberian (?:irse|morir|volver|ser|estar|desaparecer)|fuera|no (?:deberian|sirven|valen|merecen)|a la cocina)|vuelve(?:te)? a (?:tu pais|la cocina|la selva|africa|tu cueva)|sudacas?|moro de|negro de mierda|gitan[oa]s? de mierda|fuera (?:inmigrantes|moros|extranjeros|gitanos)',
  ],
  rough: [
    'mierda|joder|hostia puta|carajo|polla|verga|cojones|pinche|guarra|zorra|perra|bastardo',
    'mi (?:numero|whats?app|telefono|insta|instagram|snap) es|escribeme (?:al|por)|hablame (?:al|por)|agregame|contactame (?:por|al)|pasa(?:me)? tu (?:numero|direccion|telefono|contrasena|whats?app|insta)|dame tu (?:numero|direccion|telefono|contrasena|whats?app|insta)|donde vives(?:\\?|$| exactamente)|a que (?:colegio|escuela) vas',
    'gana(?:r)? (?:hasta )?(?:dinero|\\W?\\d[\\d.,]*|miles)(?: \\w+)? (?:facil|rapido|desde casa|al dia|por dia|a la semana|por semana|al mes|sin|cada|diarios)|duplica tu (?:dinero|inversion|bitcoin)|seguidores (?:gratis|baratos)|compra (?:\\w+ )?(?:seguidores|titulos|certificados|diplomas|viagra|ensayos|examenes|likes)|haz clic (?:aqui|en)|oferta (?:limitada|unica)|solo por hoy|prestamos? (?:sin|rapidos?|inmediatos?)|hacemos (?:tus|tu) (?:tarea|tareas|examen|examenes|trabajos?)|hago (?:tus|tu) (?:tarea|tareas|examen|examenes|trabajos?)|ganancias? garantizadas?|casino|apuestas (?:gratis|seguras)|invierte (?:en|con|hoy|ahora)|100% (?:gratis|garantizado|legal|real)|felicidades has ganado|iphone gratis|tarjetas? (?:de )?regalo|vendo (?:\\w+ )?(?:titulos|diplomas|certificados|cuentas|examenes)',
  ],
};

/** Builds a pattern for a word with repeated letters or starred vowels: `b*tch`, `puuuta`. */
const drawnOut = (word: string): string =>
  [...word].map((letter) => (letter === ' ' ? ' ' : `${/[aeiou]/.test(letter) ? `[${letter}*]` : letter}+`)).join('');

const whole = (sources: readonly string[]): RegExp => new RegExp(`(?<![\\p{L}\\p{N}'])(?:${sources.join('|')})(?![\\p{L}\\p{N}])`, 'u');

export const HARD = whole([...SLURS.map(drawnOut), ...ENGLISH.hard, ...SPANISH.hard]);
export const ROUGH = whole([...ENGLISH.rough, ...SPANISH.rough]);
