import type { LANGUAGE_CODES } from '#contract/courses/languages.ts';
import { withoutMarks } from './fold-text.ts';

export type SafetyTopic = 'self_harm' | 'abuse' | 'minors';
type Language = keyof typeof LANGUAGE_CODES;

/**
 * Patterns of the policy, by language and topic, for normalised text (`foldText`). Self-harm and abuse are recognised by the first person,
 * because course subjects (history, literature, medicine, law) are ordinary questions. `minors`: how to get or make things that are
 * forbidden to minors.
 */
const SOURCES: Readonly<Record<Language, Readonly<Record<SafetyTopic, readonly string[]>>>> = {
  english: {
    self_harm: [
      "i(?:'m| am|'ve| have)? (?:\\w+ ){0,2}(?:want|wanna|wish|need|plan|planning|intend|going|gonna|decided|thinking)(?: to| of| about| i could| i was| i were)* (?:die|dying|be dead|dead|kill(?:ing)? myself|end(?:ing)? my life|end(?:ing)? it all|hurt(?:ing)? myself|harm(?:ing)? myself|cut(?:ting)? myself|suicide|commit(?:ting)? suicide)",
      '(?:kill|hang|harm|drown) myself',
      '(?:killing|hanging|harming|drowning) myself(?! (?:with|over) (?:work|homework|laughter))',
      '(?:end|ending|take|taking) my (?:own )?life',
      "i(?:'m| am|'ve been| have been| feel) (?:\\w+ ){0,2}suicidal",
      "(?:i'll|i will|i might|how (?:can|do|could|should) i) (?:\\w+ )?commit suicide",
      "i (?:don't|dont|do not|no longer|never) want to (?:live|be alive|exist|wake up)(?: any ?more| again)?(?:$|[.!?,;])",
      "(?:i'd|i would|everyone would|they'd|they would) be better off (?:dead|without me)",
      'painless (?:ways?|methods?) to (?:die|end (?:my|it)|kill (?:myself|yourself|oneself))',
      'how many (?:\\w+ ){0,2}(?:pills|tablets) (?:\\w+ ){0,6}(?:to die|kill me|kill myself)',
    ],
    abuse: [
      'my (?:\\w+ )?(?:father|dad|mother|mom|mum|stepfather|stepdad|stepmother|uncle|aunt|brother|husband|wife|boyfriend|girlfriend|partner|teacher|coach|cousin|parents|grandfather) (?:\\w+ ){0,2}(?:hits?|beats?|hurts?|touch(?:es)?|rapes?|raped|molests?|molested|abuses?|abused|abusing|beating|hitting|chokes?|strangles?|slaps|kicks|threatens to (?:kill|hit|hurt)) me(?! (?:at (?!night|home)|in (?:a|the|chess|sports?) |to |by |with ))',
      "i(?:'m| am| was|'ve been| have been| keep getting| got) (?:being )?(?:abused|raped|molested|sexually assaulted|beaten (?:up )?(?:at home|by my))",
      "(?:touche[sd]|touching) me (?:where|in a way|down there|inappropriately|sexually|and i (?:don't|do not|didn't))",
      '(?:forces?|forced|makes|made|asks?|asked|pressures?) me (?:\\w+ ){0,5}(?:nudes?|naked|undress|have sex|sex with)',
    ],
    minors: [
      '(?:show|send|find|give|write)(?: me)? (?:\\w+ ){0,3}(?:porn|pornography|erotica|nudes|sex videos?)',
      '(?:where|how) (?:can|do|to)(?: i| you)? (?:\\w+ )?(?:watch|find|see) (?:\\w+ ){0,2}(?:porn|pornography|sex videos?)',
      '(?:where|how) (?:can|do|to|could)(?: i| you)? (?:buy|get|make|cook|grow|smoke|inject|snort) (?:\\w+ ){0,2}(?:cocaine|meth|heroin|weed|cannabis|marijuana|lsd|ecstasy|mdma|drugs)',
      '(?:how (?:can|do|to|could)(?: i| you)?|instructions (?:for|to)|recipe (?:for|to)) (?:build|make|making|building|assemble) (?:a |an )?(?:real |pipe |nail |home ?made )?(?:bombs?|explosives?|grenades?|molotov|guns?|firearms?)(?! calorimeter)',
      '(?:where|how) (?:can|do|to)(?: i| you)? (?:bet|gamble|play) (?:\\w+ ){0,3}(?:casino|real money|slots)',
      '(?:buy|get|make) (?:\\w+ ){0,2}(?:fake id)|(?:buy|get) (?:\\w+ ){0,2}(?:alcohol|vodka|beer|cigarettes|vapes?) (?:\\w+ ){0,2}(?:under ?age|without (?:an )?id)',
    ],
  },
  spanish: {
    self_harm: [
      '(?:quiero|quisiera|deseo|voy a|pienso|planeo|necesito) (?:morir|morirme|matarme|suicidarme|cortarme las venas|hacerme dano|quitarme la vida|acabar con mi vida|acabar con todo)',
      'me (?:quiero|quisiera|voy a) (?:morir|matar|suicidar|quitar la vida|cortar las venas|hacer dano)',
      '(?:ya )?no quiero (?:seguir viviendo|vivir mas|vivir)(?:$|[.!?,;])',
      '(?:pienso|he pensado|estoy pensando) en (?:suicidarme|el suicidio para mi|matarme|quitarme la vida)',
    ],
    abuse: [
      'mi (?:padre|papa|madre|mama|padrastro|tio|hermano|marido|esposo|novio|novia|pareja|profesor|entrenador|primo|abuelo) (?:\\w+ ){0,2}?me (?:pega|golpea|maltrata|toca|viola|violo|abusa|amenaza|pego)(?!\\p{L})',
      '(?:me (?:violaron|maltratan|violo)|abusan de mi|abusa de mi|abuso de mi)(?! (?:ayer )?en (?:el juego|el partido))',
    ],
    minors: [
      '(?:donde|como) (?:puedo )?(?:ver|encontrar|conseguir) (?:\\w+ ){0,2}(?:porno|pornografia)',
      '(?:donde|como) (?:puedo )?(?:comprar|conseguir|fabricar|hacer|fumar) (?:\\w+ ){0,2}(?:cocaina|drogas?|marihuana|heroina|metanfetamina|extasis)',
      'como (?:puedo )?(?:fabricar|hacer|construir|fabrico|hago) (?:una |un )?(?:bombas?|explosivos?|granada|pistola)(?! calorimetrica| de (?:agua|aire|calor|bano))',
    ],
  },
  french: {
    self_harm: [
      "je (?:veux|voudrais|vais|souhaite|pense a|compte) (?:mourir|me tuer|me suicider|me faire du mal|en finir|mettre fin a mes jours|m'ouvrir les veines|me pendre)",
      "j'ai (?:envie|decide) de (?:mourir|me tuer|me suicider|en finir|me faire du mal)",
      'je ne veux plus vivre',
    ],
    abuse: [
      "mon (?:pere|papa|beau-pere|oncle|frere|mari|copain|prof|professeur|entraineur|cousin) (?:\\w+ ){0,2}?(?:me (?:frappe|bat|touche|viole|maltraite|menace)|abuse de moi|m'a (?:viole|frappe|violee|battue))(?! (?:aux|au|a la) )",
      "(?:on m'a|il m'a|elle m'a) (?:viole|violee|agressee? sexuellement)|ma mere me (?:frappe|bat|maltraite)",
    ],
    minors: [
      '(?:ou|comment) (?:puis-je |je peux |peut-on )?(?:voir|regarder|trouver) (?:\\w+ ){0,2}(?:porno|pornographie)',
      "(?:ou|comment) (?:puis-je |je peux )?(?:acheter|trouver|fabriquer|fumer|cultiver) (?:\\w+ |de la |de l'|du ){0,2}(?:cocaine|drogue|cannabis|heroine|ecstasy)",
      'comment (?:puis-je |je peux )?(?:fabriquer|faire|construire) (?:une |un |des )?(?:bombes?|explosifs?|grenade|pistolet)(?! calorimetrique| de bain| a eau)',
    ],
  },
  german: {
    self_harm: [
      'ich (?:will|mochte|werde|wollte) (?:\\w+ ){0,3}?(?:sterben|mich umbringen|mich toten|mir das leben nehmen|mich verletzen|mich ritzen|mich erhangen|tot sein)',
      'ich will nicht mehr leben',
      '(?:mich umzubringen|mir das leben zu nehmen|mich selbst zu verletzen)',
    ],
    abuse: [
      'mein(?:e)? (?:\\w+ )?(?:vater|papa|mutter|stiefvater|onkel|bruder|mann|freund|lehrer|trainer|cousin|opa) (?:schlagt|verprugelt|missbraucht|vergewaltigt|misshandelt|bedroht|begrapscht) mich(?! (?:im|beim) )',
      'ich (?:wurde|werde|bin) (?:\\w+ ){0,3}?(?:missbraucht|vergewaltigt|misshandelt)',
    ],
    minors: [
      '(?:wo|wie) (?:kann ich|finde ich|bekomme ich) (?:\\w+ ){0,2}?(?:pornos?|pornografie)',
      '(?:wo|wie) (?:kann ich|kaufe ich|bekomme ich) (?:\\w+ ){0,2}?(?:kokain|drogen|cannabis|gras|heroin|ecstasy) (?:kaufen|herstellen|bekommen|rauchen)',
      'wie (?:kann ich|baue ich|bastle ich) (?:mir )?(?:eine |einen )?(?:bombe|sprengsatz|sprengstoff|granate|pistole)(?!\\p{L}|n?kalorimeter)',
    ],
  },
  italian: {
    self_harm: [
      '(?:voglio|vorrei|sto per|penso di|ho deciso di) (?:morire|uccidermi|ammazzarmi|suicidarmi|farla finita|farmi del male|togliermi la vita|tagliarmi le vene)',
      'non voglio piu vivere',
      'mi voglio (?:uccidere|ammazzare|suicidare)',
    ],
    abuse: [
      'mi[oa] (?:padre|papa|madre|patrigno|zio|fratello|marito|fidanzato|professore|allenatore|cugino|nonno|ragazzo) (?:\\w+ ){0,2}?(?:mi (?:picchia|tocca|violenta|maltratta|minaccia|ha violentat[oa]|ha picchiat[oa])|abusa di me)(?! a )',
      '(?:sono stat[oa] (?:violentat[oa]|abusat[oa]|molestat[oa]))',
    ],
    minors: [
      '(?:dove|come) (?:posso )?(?:vedere|trovare|guardare) (?:\\w+ ){0,2}(?:porno|pornografia)',
      '(?:dove|come) (?:posso )?(?:comprare|trovare|produrre|fumare|coltivare) (?:\\w+ |della ){0,2}(?:cocaina|droga|droghe|cannabis|eroina|marijuana)',
      'come (?:posso )?(?:fabbricare|costruire|fare) (?:una |un )?(?:bomba|bombe|esplosivo|granata|pistola)(?! calorimetrica| da bagno| ad acqua)',
    ],
  },
  portuguese: {
    self_harm: [
      '(?:quero|queria|vou|penso em|decidi|preciso) (?:morrer|me matar|matar-me|suicidar-me|me suicidar|acabar com a minha vida|tirar a minha vida|me machucar|me cortar)',
      'nao quero mais viver|ja nao quero viver',
    ],
    abuse: [
      '(?:meu|minha|o meu|a minha) (?:pai|mae|padrasto|tio|irmao|marido|namorado|professor|treinador|primo|avo) (?:\\w+ ){0,2}?(?:me (?:bate|bateu|toca|estupra|violenta|maltrata|ameaca|abusa)|bate-me|abusa de mim)(?! n[oa] )',
      '(?:fui|estou sendo|sou) (?:abusad[oa]|estuprad[oa]|violad[oa])',
    ],
    minors: [
      '(?:onde|como) (?:posso )?(?:ver|assistir|encontrar) (?:\\w+ ){0,2}(?:porno|pornografia)',
      '(?:onde|como) (?:posso )?(?:comprar|conseguir|fabricar|fazer|fumar) (?:\\w+ ){0,2}(?:cocaina|drogas?|maconha|heroina|ecstasy)',
      'como (?:posso )?(?:fabricar|fazer|construir|faco) (?:uma |um )?(?:bombas?|explosivos?|granada|pistola)(?! calorimetrica| de (?:banho|agua|calor))',
    ],
  },
  russian: {
    self_harm: [
      'я? ?(?:хочу|собираюсь|решил|решила|думаю) (?:умереть|покончить с собой|убить себя|порезать себя|повеситься|причинить себе вред|покончить с жизнью)',
      'не хочу (?:больше )?жить(?:$|[.!?,;])',
      'думаю о (?:самоубийстве|суициде|том, чтобы (?:умереть|убить себя))',
    ],
    abuse: [
      '(?:мои|моя|мой) (?:отец|папа|мать|мама|отчим|дядя|брат|муж|парень|учитель|тренер|дед) (?:[\\p{L}]+ ){0,2}?меня (?:бьет|избивает|трогает|насилует|домогается|изнасиловал|избил)',
      '(?:отец|папа|мать|мама|отчим|дядя|муж|парень) (?:бьет|избивает|насилует|изнасиловал|трогает) меня',
      'меня (?:изнасиловали|насилуют|избивают (?:дома|родители))',
    ],
    minors: [
      'где (?:мне )?(?:посмотреть|наити|скачать) (?:[\\p{L}]+ )?порно',
      '(?:где|как) (?:мне |я могу )?(?:купить|достать|сделать|изготовить|курить) (?:[\\p{L}]+ )?(?:кокаин|наркотики|героин|марихуану|метамфетамин)',
      'как (?:мне |я могу )?(?:сделать|собрать|изготовить) (?:[\\p{L}]+ )?(?:бомбу|взрывчатку|гранату|пистолет)(?! для ванны)',
    ],
  },
  chinese: {
    self_harm: [
      '我(?:真的|好|很|只|现在)?(?:想|要|打算|决定)(?:去)?(?:死|自杀|自残|轻生|结束(?:自己的|我的)?生命|伤害自己)',
      '我(?:真的)?不想(?:再)?活(?:了|下去)',
      '怎么(?:样)?自杀(?:不痛|才不)',
    ],
    abuse: [
      '我(?:的)?(?:爸爸|父亲|妈妈|母亲|继父|叔叔|哥哥|丈夫|老公|男朋友|老师|教练)(?:经常|总是|一直|常常|会)?(?:打我|虐待我|猥亵我|强奸我|性侵我|摸我)(?!电话)',
      '我被(?:人|爸爸|老师|继父)?(?:强奸|性侵|猥亵|虐待|家暴)',
    ],
    minors: [
      '(?:哪里|在哪|怎么)(?:能|可以)?(?:看|找|下载)(?:到)?(?:色情|黄片|成人视频)',
      '(?:哪里|在哪|怎么|如何)(?:能|可以)?(?:买|弄|制造|制作|吸)(?:到)?(?:毒品|大麻|可卡因|冰毒|海洛因)',
      '(?:怎么|如何)(?:自己)?(?:做|制作|制造)(?:一个)?(?:炸弹|炸药|手榴弹|手枪)',
    ],
  },
  japanese: {
    self_harm: [
      '(?:私は|俺は|僕は|もう|本当に)?(?:死にたい|消えたい|自殺したい|自殺します|自殺しよう|自傷したい|自分を傷つけたい)(?:です|よ|。|$|と思)',
      'もう生きていたくない|生きるのをやめたい|命を絶ちたい',
    ],
    abuse: [
      '(?:父|お父さん|母|お母さん|義父|叔父|兄|夫|彼氏|先生|コーチ)(?:が|に)(?:私を|僕を|いつも)?(?:殴る|殴ります|殴られ|殴って|叩かれ|虐待|暴力を|レイプ|触られ)',
      '(?:私は|私が)?(?:虐待され(?:て|た)|レイプされ(?:た|まし)|性的に触られ)',
    ],
    minors: [
      '(?:どこで|どうやって)(?:エロ|ポルノ|アダルト)(?:動画|ビデオ)?(?:を|が)?(?:見|探)',
      '(?:どこで|どうやって)(?:麻薬|大麻|コカイン|覚せい剤|ドラッグ)(?:を|が)?(?:買|手に入れ|作)',
      '(?:どうやって)?(?:爆弾|爆発物|手榴弾|拳銃)(?:を|の)(?:自分で)?(?:作り方|作れ|作る(?:に|方法))',
    ],
  },
  korean: {
    self_harm: [
      '(?:나|저|난|전)?(?:는|도)? ?(?:정말 |그냥 |진짜 )?(?:죽고 싶|자살하고 싶|자살할|자해하고 싶|목숨을 끊고 싶|죽어버리고 싶)',
      '(?:더 이상 |더는 )?살고 싶지 않(?:아|다|습|네|어)',
    ],
    abuse: [
      '(?:아빠|아버지|엄마|어머니|새아빠|삼촌|오빠|형|남편|남자친구|선생님|코치)(?:가|이|께서) (?:나를|저를|날|절|내 몸을|제 몸을) ?(?:자주 |매일 )?(?:때려|때린|때립|만져|만집|성폭행|학대|강간)',
      '(?:나는|저는|내가|제가) ?(?:성폭행|학대|강간|성추행)(?:을)? ?당(?:했|하고|해)',
    ],
    minors: [
      '(?:어디서|어떻게) (?:야동|포르노|음란물)',
      '(?:어디서|어떻게) (?:마약|대마초|코카인|필로폰|헤로인)(?:을|를)? ?(?:사|구하|구할|만들)',
      '(?:폭탄|폭발물|수류탄|권총)(?:을|를)? ?(?:어떻게 )?(?:만드는 (?:법|방법)|만들 수|만들어)',
    ],
  },
  arabic: {
    self_harm: [
      '(?:اريد|اود|انوي|قررت|سوف|افكر في) (?:ان )?(?:اموت|الموت|انتحر|الانتحار|اقتل نفسي|قتل نفسي|اوذي نفسي|ايذاء نفسي|انهي حياتي|انهاء حياتي)',
      'لا اريد ان اعيش(?: بعد الان)?(?:$|[.!؟،])|لم اعد اريد العيش',
      'ساقتل نفسي|سانتحر',
    ],
    abuse: [
      '(?:ابي|والدي|امي|والدتي|زوج امي|عمي|خالي|اخي|زوجي|معلمي|مدربي|صديقي) (?:[\\p{L}]+ )?(?:يضربني|تضربني|يعنفني|يتحرش بي|يغتصبني|اغتصبني|يلمسني|يعتدي علي|يسيء معاملتي)',
      '(?:تعرضت|اتعرض) (?:لل|الى ال|ل)(?:اغتصاب|تحرش|اعتداء|تعنيف|ضرب في البيت)',
    ],
    minors: [
      '(?:اين|كيف) (?:يمكنني )?(?:اشاهد|اجد|مشاهدة|ايجاد) (?:[\\p{L}]+ )?(?:اباحية|الاباحية|افلاما اباحية)',
      '(?:اين|كيف|من اين) (?:يمكنني )?(?:اشتري|شراء|اصنع|صنع|احصل على) (?:[\\p{L}]+ )?(?:مخدرات|المخدرات|كوكايين|الكوكايين|حشيش|الحشيش|هيروين)',
      'كيف (?:يمكنني )?(?:اصنع|صنع|ابني) (?:[\\p{L}]+ )?(?:قنبلة|متفجرات|مسدسا|القنبلة)(?! (?:مائية|استحمام))',
    ],
  },
  hindi: {
    self_harm: [
      '(?:मैं|मै|मुझे) (?:[\\p{L}\\p{M}]+ ){0,2}?(?:मरना चाहत|मरना है|आत्महत्या कर(?:ना चाहत|ने वाल|ूँगा|ूंगा)|खुदकुशी करना|खुद को मार|अपनी जान (?:ले|दे)|खुद को चोट)',
      '(?:मैं|मै) (?:और |अब )?(?:जीना|जिंदा रहना) नहीं चाहत',
    ],
    abuse: [
      'मेर(?:े|ा|ी) (?:[\\p{L}\\p{M}]+ )?(?:पिता|पापा|माँ|मां|सौतेले पिता|चाचा|भाई|पति|शिक्षक|कोच|मामा) (?:[\\p{L}\\p{M}]+ ){0,2}?(?:मुझे (?:मारते|पीटते|मारता|पीटता|मारती|गलत तरीके से छू)|मेरा (?:बलात्कार|यौन शोषण)|मेरे साथ (?:मारपीट|दुर्व्यवहार|जबरदस्ती))',
      'मेरे साथ (?:बलात्कार|यौन शोषण|दुष्कर्म) (?:हुआ|हो)',
    ],
    minors: [
      '(?:पोर्न|अश्लील वीडियो) (?:कहाँ|कहां|कैसे) (?:देख|मिल)',
      '(?:ड्रग्स|कोकीन|गांजा|हेरोइन|चरस) (?:कहाँ|कहां|कैसे) (?:खरीद|मिल|बना)',
      '(?:बम|विस्फोटक|ग्रेनेड|पिस्तौल) (?:कैसे|घर पर) (?:[\\p{L}\\p{M}]+ )?बना',
    ],
  },
};

/** Languages that separate words by spaces: patterns match whole words. In the others, words are inflected at either end. */
const PARTS_WORDS: ReadonlySet<Language> = new Set(['english', 'spanish', 'french', 'german', 'italian', 'portuguese', 'russian']);

export interface SafetyPattern {
  readonly topic: SafetyTopic;
  readonly language: Language;
  readonly pattern: RegExp;
}

/** All patterns, self-harm first: it takes precedence when a message matches several. */
export const SAFETY_PATTERNS: readonly SafetyPattern[] = (['self_harm', 'abuse', 'minors'] as const).flatMap((topic) =>
  (Object.keys(SOURCES) as Language[]).flatMap((language) =>
    SOURCES[language][topic].map((source) => {
      const plain = `(?:${withoutMarks(source)})`;
      const whole = PARTS_WORDS.has(language) ? `(?<![\\p{L}\\p{N}])${plain}(?![\\p{L}\\p{N}])` : plain;
      return { topic, language, pattern: new RegExp(whole, 'u') };
    }),
  ),
);
