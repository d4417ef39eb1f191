/**
 * What the rules search for, in folded text (`foldWords`), by language. Patterns match whole words. `hard` is abuse in any context; the others
 * depend on the sentence: `rough` words, `contact` outside or private data, `offers` of money and goods.
 */
interface Words {
  readonly hard: readonly string[];
  readonly rough: readonly string[];
  readonly contact: readonly string[];
  readonly offers: readonly string[];
}

/** Abuse in any context; letters may be repeated, and vowels starred. */
const SLURS = [
  'motherfucker', 'motherfuckers', 'asshole', 'assholes', 'arsehole', 'bitch', 'bitches', 'cunt', 'cunts', 'whore', 'whores', 'slut', 'sluts',
  'faggot', 'faggots', 'fag', 'retard', 'retards', 'retarded', 'nigger', 'niggers', 'nigga', 'kike', 'kikes', 'spic', 'spics', 'raghead', 'ragheads', 'wetback', 'wetbacks', 'dickhead', 'wanker', 'twat', 'scumbag', 'tranny', 'kys', 'stfu', 'gtfo',
  'puta', 'putas', 'hijueputa', 'hijoputa', 'gilipollas', 'cabron', 'cabrona', 'cabrones', 'pendejo', 'pendeja', 'pendejos', 'maricon',
  'maricones', 'malparido', 'malparida', 'subnormal', 'retrasado mental', 'mongolico', 'comemierda', 'lameculos', 'soplapollas', 'mamaguevo',
  'culero', 'pinche idiota', 'gonorrea',
]; // oxfmt-ignore

const INSULTS_EN =
  '(?:idiots?|morons?|imbeciles?|losers?|stupid|dumb|dumbass|pathetic|worthless|trash|garbage|scum|vermin|disgusting|ugly|useless|brainless|clowns?|pigs?|freaks?|coward|fool|filth|dirt|nobody|parasites?|animals?|jerk|creep|a joke|complete joke|disgrace|waste of (?:space|air|oxygen|time)|piece of (?:shit|trash|garbage|crap))';
const INSULTS_ES =
  '(?:idiotas?|imbecil(?:es)?|estupid[oa]s?|tont[oa]s?|inutil(?:es)?|basura|asqueros[oa]s?|patetic[oa]s?|fracasad[oa]s?|perdedor(?:a|es)?|fe[oa]s?|cerd[oa]s?|rata|escoria|payas[oa]s?|ignorantes?|cobardes?|mierda|burr[oa]s?|animal(?:es)?|parasitos?|ridicul[oa]s?|gusano|verguenza|don nadie|desgraciad[oa]s?)';
const VIOLENCE_EN =
  '(?:kill|rape|hurt|beat|smash|stab|shoot|destroy|ruin|punch|slap|strangle|burn|murder|break|cut|hunt|come for|find|get)';

const GROUPS_EN =
  '(?:women|girls|muslims|jews|christians|hindus|immigrants|migrants|foreigners|mexicans|arabs|africans|asians|gays|lesbians|homosexuals|trans people|gypsies|indians|refugees|(?:gay|trans|black|brown|jewish|muslim|disabled) people|people of your (?:religion|race|colou?r|kind)|your (?:kind|sort|people|race))';
const KIN_EN = '(?:family|mother|mom|mum|father|dad|parents|kids?|children|son|daughter|wife|husband|sister|brother|dog)';

const ENGLISH: Words = {
  hard: [
    'f+[u*]+c+k+(?:ing)? (?:you|off|u|him|her|them|your)|f off|screw you|go to hell|piss off|eat shit|shut (?:the (?:fuck|hell) )?up(?!\\w| shop| late)',
    `(?:you|u|ya|you're|youre|your|ur|they|he|she|y'all)(?: (?:are|all|is|re|look|sound|really|just|such|so|still|like|must|have|to|be|being|people|lot|guys|absolute|total|complete|little|fucking|damn|bloody|utterly|truly|always|nothing|but|will|never|as|the|most|face|an?|of|were|born)){0,7} ${INSULTS_EN}(?! (?:questions?|mistakes?|errors?|proof|joke about|code))`,
    `(?:${GROUPS_EN}|blacks|whites) (?:should|must|deserve|need|have|ought)(?: \\w+){0,2}? (?:die|burn|suffer|hang|rot|be (?:\\w+ )?(?:killed|shot|burned|banned|gassed|wiped|exterminated|erased|hanged|deported|sterili[sz]ed|locked up|put down))`,
    `${GROUPS_EN} (?:\\w+ )?(?:are|is) (?:\\w+ )?(?:inferior|animals|vermin|trash|filth|rats|parasites|cockroaches|terrorists|thieves|liars|stupid|dumb|subhuman|scum|savages|apes|too (?:stupid|dumb|weak|emotional)|a (?:plague|disease|cancer))|(?:those|these|all|the) (?:${GROUPS_EN}|blacks|whites) (?:can't|cannot|can not|never|will never|do not|don't) (?:\\w+ )?(?:learn|think|understand|code|drive|work|be trusted|belong)|(?:jews|muslims|immigrants|gays|women) (?:secretly )?(?:run|control|own|rule|are behind|ruin|destroy) (?:everything|all|the (?:media|banks|world|government)|our)|hitler (?:was right|did nothing wrong|should have)|finish what (?:hitler|the nazis|was (?:started|begun))|(?:nobody|no one|noone) (?:wants|likes|needs) (?:your (?:kind|sort|people|type)|you people)`,
    `(?:i|we)(?:'ll| will|'m going to|'re going to| am going to| are going to|'m gonna| gonna) (?:\\w+ )?(?:break|smash|crush|cut|slit|burn|rip|tear|snap|bash|shoot)(?: (?!the\\b)\\w+){0,3} your (?:\\w+ )?(?:bones?|body|throat|skull|head|face|neck|legs?|arms?|teeth|fingers?|house|eyes?)|break every bone|make you (?:bleed|suffer|scream|pay for)`,
    "(?:cut|hurt|harm|starve) yourself (?:deeper|more|again|next time|already|please)|(?:world|everyone|class|we|all|us) (?:would|'d|will) be (?:\\w+ )?better (?:off )?(?:if you (?:\\w+ ){0,2}(?:ended|died|were (?:dead|gone)|killed|disappeared|were never)|when you)|(?:do|doing) (?:us|everyone|the world)(?: all)? a favou?r and (?:die|jump|end|disappear|go|kill|leave)|you(?:'re| are|'d be) better off dead|(?:why don't you|just) (?:\\w+ )?(?:die|end it|kill yourself)(?: already)?|drown yourself|burn in hell|(?:go )?choke on (?:it|your)",
    `hope (?:you|your|his|her|their)(?: \\w+){0,2}? (?:${KIN_EN} )?(?:\\w+ )?(?:dies?|gets? (?:cancer|raped|shot|run over|hit by)|rots?|burns?|chokes?|suffers?)(?! (?:out|off|down|from laughter|some calories|the))`,
    "(?:or|otherwise|and) (?:i|we)(?:'ll| will|'m going to| am going to)? ?(?:tell|show|send (?:it|them) to|post|publish|leak) (?:everyone|everybody|your (?:parents|boss|wife|husband|school|teacher|mother|father|friends)|(?:the|our|your) (?:photos|pictures|videos?|chat|secret))|(?:your|her|his) (?:nude|naked|private|intimate) (?:photos?|pics?|pictures?|videos?)|(?:pictures?|pics?|photos?|videos?) of your (?:feet|body|breasts?|legs|underwear|bed)|you should(?:'ve| have) (?:been (?:aborted|drowned)|never been born)",
    `(?:you|shut up you|hey|listen|bye|go away)[, ]+(?:an? )?(?:(?:stupid|dumb|fat|ugly|little|filthy|dirty|old|pathetic|absolute) )+(?:\\w+)?`,
    `${INSULTS_EN} like (?:you|u|him|her|them)`,
    `(?:i(?:'ll| will|'m going to| am going to|'m gonna| am gonna| gonna| want to| swear i'll|'d love to)|we(?:'ll| will|'re going to| are going to)|someone (?:should|will|needs to|ought to)|somebody (?:should|will|ought to)) (?:\\w+ ){0,2}?${VIOLENCE_EN} (?:you|u|your (?:face|legs?|neck|family|life|teeth|house|arms?|head)|him|her|them)(?! (?:a|an|the|some|started|up to|to (?:the|a)|know|back|later|out of|through|there|in touch|with|another|on (?:the|board)|help|access|going|ready|in (?:the|a))\\b)`,
    'kill yourself|end yourself|hang yourself|drink bleach|jump off (?:a|the) (?:bridge|roof|cliff|building)|slit your|go (?:and )?die|drop dead|neck yourself',
    "(?:you|u|they|he|she|people like you|all of them) (?:deserve|deserves|should|ought|need|needs) (?:\\w+ )?(?:to )?(?:die|be dead|be shot|be hanged|be beaten|be raped|suffer|be exterminated|be deported|be gassed|burn|disappear from)|(?:i )?hope (?:you|u|he|she|they|your (?:family|mother|kids|dog)) (?:\\w+ )?(?:dies?|gets? cancer|gets? hit|rot|suffers?|burn|choke)|i wish you were dead|(?:nobody|no one|noone) (?:likes|wants|loves|cares about|would miss|will ever love) (?:you|u)(?! to)|(?:world|everyone|class|we|all) (?:would|'d|will) be (?:a )?better (?:place )?(?:off )?without you",
    "i know where (?:you|u|your \\w+) (?:lives?|work|sleep)s?|watch your back|you(?:'ll| will) (?:regret|pay for) (?:this|it)|i(?:'m| am) (?:outside|watching) (?:you|your)|better sleep with one eye open|your days are numbered|you are (?:so )?dead|you're (?:so )?dead",
    "(?:send|show|give)(?: me)? (?:\\w+ ){0,4}(?:nudes?|naked|pics? of (?:you|your)|tits|boobs|body pics?|feet pics?|underwear)|(?:want|wanna|would like|love)(?: to)? (?:\\w+ )?(?:fuck|bang|touch you|sleep with you|see you naked|have sex)|(?:are you|r u) (?:\\w+ )?(?:wet|horny)|nice (?:tits|ass|boobs)|sexy (?:girl|body|pics?|chat|video)|hot (?:girls?|singles?|babes?)|sex (?:chat|cam|video)|suck my|my dick|how old are you (?:and|girl|sweet)|meet (?:me )?alone (?:and|but)? ?(?:do not|don't) tell|(?:do not|don't) tell your (?:parents|mom|mum|mother)|our little secret",
    "(?:all|those|these|damn|dirty|filthy|stupid|bloody|most) (?:\\w+ )?(?:women|girls|muslims|jews|christians|immigrants|foreigners|blacks|whites|asians|mexicans|arabs|gays|gypsies|indians|disabled people|refugees) (?:\\w+ ){0,3}(?:are (?:\\w+ )?(?:inferior|animals|dirty|criminals|stupid|thieves|vermin|trash|dumb|too (?:stupid|dumb|emotional)|lazy|terrorists|filth|rats|parasites|cockroaches|liars|a (?:plague|disease))|should (?:go back|be (?:banned|shot|deported|killed|removed|kept)|die|not (?:be allowed|exist|vote|code|study))|belong in|out of|do not belong|don't belong)|(?:go|get) back (?:to|in|into) (?:your (?:own )?(?:country|kitchen|cave|jungle|zoo)|the (?:kitchen|jungle|cave|zoo|trees)|where you came from|africa|mexico|china)|dirty (?:immigrant|foreigner|jew|arab|muslim|gypsy)s?|white power|heil|gas the",
  ],
  rough: [
    "(?:this|that|such an?|what an?|those|these|the same) (?:\\w+ )?(?:idiots?|morons?|imbeciles?|losers?|creeps?|dumbass|freaks?|clowns? who)|(?:fat|ugly|filthy|stupid|brainless|lazy) (?:pigs?|cows?|rats?|worms?|apes?|monkeys?|slobs?|dogs?)|(?:go|let's) (?:give|make) (?:him|her|them) (?:hell|regret|suffer)",
    `idiots|morons?|imbeciles?|dumbass(?:es)?|subhumans?|fatty|fatso|scum|worthless|abominations?|raped?|rapists?|your (?:funeral|grave)|shut (?:it|your \\w+)(?! down| off| properly)|(?:kill|shoot|hang|burn|gas|exterminate|eliminate|lynch|deport) (?:\\w+ ){0,5}${GROUPS_EN}|${GROUPS_EN} (?:\\w+ ){0,6}(?:must|should|deserve|need)(?: to)? (?:be (?:eliminated|killed|removed|exterminated|locked)|die|burn)`,
    'f+[u*]+c+k+(?:ing|ed|s|er)?|shit(?:ty|s)?|crap|damn you|bastards?|(?<!moby )dick|pussy|cock ?sucker|bullshit',
  ],
  contact: [
    'whats?app|telegram(?: me| group| channel| @)|dm me|contact me (?:on|at|via|through)|(?:buy|sell)(?: me)? your account|text me at|call me (?:on|at)|add me on|my (?:snap|insta|instagram|number|onlyfans)|onlyfans|sugar daddy|(?:your|ur) (?:phone|address|home address|phone number|password|snap)(?: number)?(?: please| now|\\?|$)|what school do you go',
    '(?:his|her|their) (?:\\w+ )?(?:phone number|number|address|home address) is|(?:he|she|they) lives? (?:at|in) (?:number )?\\d',
  ],
  offers: [
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
  rough: ['mierda|joder|hostia puta|carajo|polla|verga|cojones|pinche|guarra|zorra|perra|bastardo'],
  contact: [
    'mi (?:numero|whats?app|telefono|insta|instagram|snap) es|escribeme (?:al|por)|hablame (?:al|por)|agregame|contactame (?:por|al)|pasa(?:me)? tu (?:numero|direccion|telefono|contrasena|whats?app|insta)|dame tu (?:numero|direccion|telefono|contrasena|whats?app|insta)|donde vives(?:\\?|$| exactamente)|a que (?:colegio|escuela) vas',
  ],
  offers: [
    'gana(?:r)? (?:hasta )?(?:dinero|\\W?\\d[\\d.,]*|miles)(?: \\w+)? (?:facil|rapido|desde casa|al dia|por dia|a la semana|por semana|al mes|sin|cada|diarios)|duplica tu (?:dinero|inversion|bitcoin)|seguidores (?:gratis|baratos)|compra (?:\\w+ )?(?:seguidores|titulos|certificados|diplomas|viagra|ensayos|examenes|likes)|haz clic (?:aqui|en)|oferta (?:limitada|unica)|solo por hoy|prestamos? (?:sin|rapidos?|inmediatos?)|hacemos (?:tus|tu) (?:tarea|tareas|examen|examenes|trabajos?)|hago (?:tus|tu) (?:tarea|tareas|examen|examenes|trabajos?)|ganancias? garantizadas?|casino|apuestas (?:gratis|seguras)|invierte (?:en|con|hoy|ahora)|100% (?:gratis|garantizado|legal|real)|felicidades has ganado|iphone gratis|tarjetas? (?:de )?regalo|vendo (?:\\w+ )?(?:titulos|diplomas|certificados|cuentas|examenes)',
  ],
};

const INSULTS_AR =
  '(?:ال)?(?:غبي[ةه]?|اغبياء|احمق|حمقاء|حمقى|حقير[ةه]?|حقراء|تافه[ةه]?|قذر[ةه]?|زبال[ةه]|نذل|سافل[ةه]?|وضيع[ةه]?|وسخ[ةه]?|فاشل[ةه]?|متخلف[ةه]?|معتوه|واطي|خسيس|جبان|مقرف[ةه]?|حثال[ةه]|عديم(?:[ةه])? الفائد[ةه]|بلا فائد[ةه])';
const ANIMALS_AR = '(?:حيوان|حمار|كلب[ةه]?|كلاب|خنزير[ةه]?|خنازير|بقر[ةه]|قرد|جرذ|حشر[ةه]|بهيم[ةه]?)';
const GROUPS_AR =
  '(?:النساء|البنات|اليهود|المسيحي(?:ين|ون)|المسلم(?:ين|ون)|الشيع[ةه]|السن[ةه]|الاكراد|السود|الاجانب|المهاجر(?:ين|ون)|اللاجي(?:ين|ون)|الهنود|الغجر|المثلي(?:ين|ون))';

/** Folded Arabic has neither vowel signs nor hamzas. */
const ARABIC: Words = {
  hard: [
    `(?:انت[يم]?|انتو|انتم|يا|ايها|ايتها|كم انت|هذا|هولاء)(?: \\p{L}+)? و?${INSULTS_AR}|(?:انت[يم]?|يا|مثل)(?: مجرد)? ${ANIMALS_AR}(?! (?:اليف|وفي|صغير|جميل|لطيف))`,
    '(?:يا )?(?:ابن|ابنة|بنت|اولاد) (?:ال)?(?:حرام|كلب|كلاب|شرموط[ةه]|عاهر[ةه]|قحب[ةه]|زنا|متناك[ةه])|(?:ال)?(?:شرموط[ةه]?|عاهر[ةه]|قحب[ةه]|منيوك[ةه]?|متناك[ةه]?|عرص)|كس ?(?:امك|اختك|مك)|انيك\\p{L}*|لوطي',
    '(?:سوف ا|راح ا|رح ا|بدي ا|سا|ها?|حا?|با?|لا)(?:قتل|ذبح|ضرب|حرق|طعن|خنق|شنق)(?:ك|كم|كي|ها|هم)|(?:سوف ا|راح ا|رح ا|سا|ه|ح)كسر (?:\\p{L}+ )?(?:وجهك|راسك|رجلك|عظامك|اسنانك|رقبتك)|(?:اعرف|نعرف) (?:اين|وين|فين) (?:تسكن|تعيش|تدرس|بيتك|ساكن|تعمل)|(?:ستندم|سوف تندم|ستدفع الثمن|ايامك معدود[ةه])',
    'اقتلي? نفسك|انتحري?|اشنقي? نفسك|(?:لا|ما) تستحق(?:ي|ون|ين)? (?:ان )?(?:تعيش\\p{L}*|الحيا[ةه]|العيش)|(?:اتمنى|اتمني|ليتك|عساك|نتمنى)(?: لك)?(?: ان)? (?:تموت\\p{L}*|الموت|تحترق\\p{L}*|تمرض)|تستحقي?(?: ان)? (?:تموت\\p{L}*|الموت|الضرب)|(?:لا احد|محد|ما حد|محدا) (?:ي|بي)(?:حبك|ريدك|بيك|طيقك)|العالم افضل بدونك',
    'اخرس(?:ي|وا)?|انقلع(?:ي|وا)?|(?:سد|سكر|اغلق) (?:فمك|بوزك|تمك|حلقك)|تفو عليك|(?:روحي?|اذهبي?) (?:الى |ل)?(?:ل?لجحيم|الجحيم|جهنم)|تبا لك(?:م)?|لعن[ةه] الله عليك|الله ياخذك',
    '(?:ارسلي?|ابعثي?|ورين?ي|اعطيني)(?: لي| الي)? (?:صور\\p{L}*|فيديو)(?: \\p{L}+){0,2} (?:عاري[ةه]?|العاري[ةه]|جسمك|صدرك|بدون ملابس)|صورك العاري[ةه]|(?:اريد|ابي|بدي|عايز)(?: ان)? (?:انام معك|المسك|اشوف جسمك)|افلام سكس|سكس|لا تخبري? (?:امك|اهلك|والديك|ابوك)',
    `${GROUPS_AR}(?: كلهم| جميعا| كلهن)? (?:كلاب|حيوانات|قذر(?:ون|ين)|حثال[ةه]|حشرات|خنازير|مجرم(?:ون|ين)|اغبياء|غبيات|ناقصات عقل|جرذان|(?:يجب|لازم)(?: ان)? ي(?:موت|قتل|حرق|طرد|باد)\\p{L}*)|الموت (?:لل?|ل)(?:يهود|مسلمين|مسيحيين|شيع[ةه]|سن[ةه]|اكراد|مهاجرين)|(?:ارجع|عد|عود)(?:ي|وا)? (?:الى|ل) ?(?:بلدك|بلادك|المطبخ|الغاب[ةه])`,
  ],
  rough: ['خرا|زفت|تفو|لعين[ةه]?|قرف'],
  contact: [
    '(?:ال)?واتس ?اب|تيل[يغ]\\p{L}*رام|(?:راسل|كلم)(?:ني|وني|يني) على|تواصلي? معي على|رقم(?:ي| هاتفي| جوالي)|(?:اعطيني|ارسلي?) (?:رقمك|عنوانك|كلم[ةه] (?:السر|المرور))|(?:اين|وين) تسكن',
  ],
  offers: [
    '(?:اربحي?|اكسبي?|ربح|كسب) (?:\\p{L}+ )?(?:المال|مال|\\d[\\d,.]*)|ضاعف (?:مالك|اموالك)|(?:متابعين|متابعون) (?:مجان\\p{L}*|رخيص\\p{L}*)|(?:شراء|بيع|نبيع) (?:متابعين|شهاد\\p{L}*|حلول)|اضغطي? (?:هنا|على (?:هذا )?الرابط)|عرض (?:محدود|خاص|لفتر[ةه])|مضمون(?:[ةه])? 100|(?:ارباح|دخل) مضمون[ةه]?|نحل (?:واجبات|امتحانات)\\p{L}*|قروض? بدون',
  ],
};

/** Builds a pattern for a word with repeated letters or starred vowels: `b*tch`, `puuuta`. */
const drawnOut = (word: string): string =>
  [...word].map((letter) => (letter === ' ' ? ' ' : `${/[aeiou]/.test(letter) ? `[${letter}*]` : letter}+`)).join('');

const whole = (sources: readonly string[]): RegExp => new RegExp(`(?<![\\p{L}\\p{N}'])(?:${sources.join('|')})(?![\\p{L}\\p{N}])`, 'u');

export const HARD = whole([...SLURS.map(drawnOut), ...ENGLISH.hard, ...SPANISH.hard, ...ARABIC.hard]);
const found = (kind: keyof Words): RegExp => whole([ENGLISH, SPANISH, ARABIC].flatMap((words) => words[kind]));
export const ROUGH = found('rough');
export const CONTACT = found('contact');
export const OFFERS = found('offers');
