import type { Language } from './check-language.ts';

/** Kinds of content that has no place in a course for minors; `sexual` and `self_harm` whatever the topic is. */
export const UNSAFE_KINDS = ['intoxicants', 'gambling', 'weapons', 'cruelty', 'sexual', 'self_harm'] as const;
export type UnsafeKind = (typeof UNSAFE_KINDS)[number];

/**
 * Beginnings of words, as plain and mild as they can be and still do their work. A space in an entry stands for any gap; an entry that
 * ends in `|` is a whole word.
 */
export const UNSAFE_WORDS: Record<Language, Record<UnsafeKind, readonly string[]>> = {
  english: {
    intoxicants: ['alcohol', 'beer|', 'beers|', 'vodka', 'whisky', 'whiskey', 'cigarette', 'vaping', 'cannabis', 'cocaine', 'heroin|', 'get drunk', 'getting drunk'],
    gambling: ['gambl', 'casino', 'betting', 'bet|', 'bets|', 'for money until', 'slot machine', 'lottery'],
    weapons: ['handgun', 'ammunition', 'explosive', 'rifle', 'firearm', 'build a bomb', 'make a bomb'],
    cruelty: ['tortur', 'massacre', 'gore|', 'beheading', 'mutilat'],
    sexual: ['porn', 'erotic', 'sex toy', 'striptease'],
    self_harm: ['suicid', 'self-harm', 'hurt yourself', 'starve yourself'],
  },
  spanish: {
    intoxicants: ['alcohol', 'cerveza', 'vodka', 'whisky', 'cigarrillo', 'vapear', 'cannabis', 'cocaína', 'heroína|', 'emborrach', 'borracher'],
    gambling: ['casino', 'apuesta', 'apostar', 'ludopat', 'por dinero hasta', 'tragaperras', 'lotería'],
    weapons: ['pistola', 'munición', 'explosivo', 'fusil', 'arma de fuego', 'armas de fuego', 'fabricar una bomba'],
    cruelty: ['tortur', 'masacre', 'decapita', 'mutila'],
    sexual: ['porno', 'erótic', 'striptease'],
    self_harm: ['suicid', 'autolesi', 'hacerte daño'],
  },
  french: {
    intoxicants: ['alcool', 'bière', 'vodka', 'whisky', 'cigarette', 'vapoter', 'cannabis', 'cocaïne', 'héroïne|', 'se saouler', 'ivresse'],
    gambling: ['casino', 'parier', 'paris sportifs', 'jeux d’argent', "jeux d'argent", 'machine à sous', 'loterie'],
    weapons: ['pistolet', 'munition', 'explosif', 'fusil', 'arme à feu', 'armes à feu', 'fabriquer une bombe'],
    cruelty: ['tortur', 'massacre', 'décapit', 'mutil'],
    sexual: ['porno', 'érotique', 'striptease'],
    self_harm: ['suicid', 'automutil', 'te faire du mal'],
  },
  german: {
    intoxicants: ['alkohol', 'bier|', 'biere|', 'wodka', 'whisky', 'zigarette', 'vapen', 'cannabis', 'kokain', 'heroin|', 'betrunken', 'besauf'],
    gambling: ['glücksspiel', 'kasino', 'casino', 'wetten um', 'sportwette', 'um geld spielen', 'spielautomat', 'lotterie'],
    weapons: ['pistole', 'munition', 'sprengstoff', 'gewehr', 'schusswaffe', 'bombe bauen'],
    cruelty: ['folter', 'massaker', 'enthaupt', 'verstümmel'],
    sexual: ['porno', 'erotisch', 'striptease'],
    self_harm: ['suizid', 'selbstmord', 'selbstverletz', 'dich verletzen'],
  },
  italian: {
    intoxicants: ['alcol', 'birra', 'birre', 'vodka', 'whisky', 'sigarett', 'svapare', 'cannabis', 'cocaina', 'eroina|', 'ubriac'],
    gambling: ['casinò', 'scommess', 'scommetter', 'gioco d’azzardo', "gioco d'azzardo", 'slot machine', 'lotteria'],
    weapons: ['pistola', 'munizion', 'esplosiv', 'fucile', 'arma da fuoco', 'armi da fuoco', 'costruire una bomba'],
    cruelty: ['tortur', 'massacr', 'decapit', 'mutila'],
    sexual: ['porno', 'erotic', 'striptease'],
    self_harm: ['suicid', 'autolesion', 'farti del male'],
  },
  portuguese: {
    intoxicants: ['álcool', 'cerveja', 'vodca', 'uísque', 'cigarro', 'vape|', 'cannabis', 'maconha', 'cocaína', 'heroína|', 'embriag', 'bêbad'],
    gambling: ['cassino', 'casino', 'aposta', 'apostar', 'jogo de azar', 'jogos de azar', 'caça-níqueis', 'loteria', 'lotaria'],
    weapons: ['pistola', 'munição', 'munições', 'explosivo', 'fuzil', 'espingarda', 'arma de fogo', 'armas de fogo', 'fabricar uma bomba'],
    cruelty: ['tortur', 'massacre', 'decapita', 'mutila'],
    sexual: ['porno', 'erótic', 'striptease'],
    self_harm: ['suicíd', 'suicid', 'automutil', 'magoar-te', 'se machucar de propósito'],
  },
  russian: {
    intoxicants: ['алкогол', 'пиво|', 'пива|', 'водк', 'виски|', 'сигарет', 'вейп', 'конопл', 'кокаин', 'героин|', 'напиться', 'пьян'],
    gambling: ['казино', 'ставки на', 'азартн', 'игровой автомат', 'игровые автоматы', 'лотере', 'играть на деньги'],
    weapons: ['пистолет', 'боеприпас', 'взрывчат', 'винтовк', 'огнестрел', 'сделать бомбу'],
    cruelty: ['пытк', 'резн', 'обезглав', 'изувеч'],
    sexual: ['порно', 'эротич', 'стриптиз'],
    self_harm: ['самоубийств', 'суицид', 'причинить себе вред'],
  },
  chinese: {
    intoxicants: ['酒精', '啤酒', '白酒', '喝酒', '香烟', '抽烟', '电子烟', '大麻', '可卡因', '海洛因', '醉酒'],
    gambling: ['赌博', '赌场', '下注', '赌钱', '老虎机', '彩票'],
    weapons: ['手枪', '弹药', '炸药', '步枪', '枪支', '制造炸弹'],
    cruelty: ['酷刑', '屠杀', '斩首', '虐杀'],
    sexual: ['色情', '情色', '脱衣舞'],
    self_harm: ['自杀', '自残', '自伤'],
  },
  japanese: {
    intoxicants: ['アルコール飲料', 'お酒', 'ビール', '飲酒', 'タバコ', 'たばこ', '電子タバコ', '大麻', 'コカイン', 'ヘロイン', '酔っぱら'],
    gambling: ['賭博', 'ギャンブル', 'カジノ', '賭け', 'パチンコ', '宝くじ'],
    weapons: ['拳銃', '弾薬', '爆薬', 'ライフル', '銃器', '爆弾を作'],
    cruelty: ['拷問', '虐殺', '斬首', '惨殺'],
    sexual: ['ポルノ', 'エロ', 'ストリップ'],
    self_harm: ['自殺', '自傷', 'リストカット'],
  },
  korean: {
    intoxicants: ['알코올', '맥주', '소주', '음주', '담배', '전자담배', '대마', '코카인', '헤로인', '술에 취'],
    gambling: ['도박', '카지노', '베팅', '내기 돈', '슬롯머신', '복권'],
    weapons: ['권총', '탄약', '폭약', '소총', '총기', '폭탄을 만'],
    cruelty: ['고문', '학살', '참수', '잔인하게 죽'],
    sexual: ['포르노', '에로', '스트립'],
    self_harm: ['자살', '자해'],
  },
  arabic: {
    intoxicants: ['كحول', 'الكحول', 'بيرة', 'البيرة', 'خمر', 'الخمر', 'فودكا', 'سيجار', 'سجائر', 'حشيش', 'كوكايين', 'هيروين'],
    gambling: ['قمار', 'القمار', 'كازينو', 'مراهنات', 'المراهنة', 'يانصيب'],
    weapons: ['مسدس', 'ذخيرة', 'متفجرات', 'بندقية', 'أسلحة نارية', 'صنع قنبلة'],
    cruelty: ['تعذيب', 'مجزرة', 'قطع الرأس', 'تشويه الجثث'],
    sexual: ['إباحي', 'الإباحي', 'جنسي فاضح'],
    self_harm: ['انتحار', 'الانتحار', 'إيذاء النفس'],
  },
  hindi: {
    intoxicants: ['शराब', 'बीयर', 'बियर', 'वोदका', 'सिगरेट', 'गांजा', 'कोकीन', 'हेरोइन', 'नशे में'],
    gambling: ['जुआ', 'जुए', 'कैसीनो', 'सट्टा', 'सट्टे', 'लॉटरी'],
    weapons: ['पिस्तौल', 'गोला-बारूद', 'विस्फोटक', 'राइफल', 'बंदूक', 'बम बनाना'],
    cruelty: ['यातना', 'नरसंहार', 'सिर कलम'],
    sexual: ['पोर्न', 'अश्लील', 'कामुक'],
    self_harm: ['आत्महत्या', 'खुद को चोट'],
  },
};

/** Topics whose courses have to name a kind, by words of the topic in any of the languages. */
export const TOPIC_WORDS: readonly { readonly kinds: readonly UnsafeKind[]; readonly words: readonly string[] }[] = [
  {
    kinds: ['intoxicants'],
    words: [
      'health', 'medic', 'biolog', 'chemi', 'nutrition', 'first aid', 'addict', 'prevent', 'preven', 'préven', 'präven', 'sucht|', 'salud', 'química', 'santé', 'chimie', 'gesundheit', 'chemie', 'salute', 'saúde',
      'здоров', 'хими', '健康', '化学', '医', '건강', '화학', 'صحة', 'الصحة', 'كيمياء', 'स्वास्थ्य', 'रसायन',
    ],
  },
  {
    kinds: ['weapons', 'cruelty', 'intoxicants', 'gambling'],
    words: [
      'history', 'war|', 'wars|', 'revolution', 'holocaust', 'slavery', 'law|', 'historia', 'guerra', 'histoire', 'guerre', 'geschichte', 'krieg', 'storia', 'história',
      'истори', 'война', 'войны', '历史', '歴史', '战争', '戦争', '역사', '전쟁', 'تاريخ', 'التاريخ', 'حرب', 'इतिहास', 'युद्ध',
    ],
  },
  { kinds: ['gambling'], words: ['probability', 'statistic', 'probabilidad', 'probabilité', 'wahrscheinlichkeit', 'probabilità', 'вероятност', '概率', '確率', '확률', 'احتمال', 'प्रायिकता'] },
];
