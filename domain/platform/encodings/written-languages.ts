import type { TextEncoding } from '#contract/platform/text-encodings.ts';

/** A language, for detecting files that are not in Unicode. */
export interface WrittenLanguage {
  /** BCP 47 code without a region. */
  readonly code: string;
  /** Encodings that programs in its countries save in: first the Windows code page, in which `Excel` writes CSV. */
  readonly encodings: readonly TextEncoding[];
  /** Its lower-case letters beyond ASCII, most frequent first; for scripts with thousands, the common ones in no order. */
  readonly letters: string;
  /** Top-level domains of its countries. */
  readonly domains: string;
  /** How much rarer its files are than others, as a natural logarithm; 0 if missing. */
  readonly rarity?: number;
}

const CENTRAL: readonly TextEncoding[] = ['windows-1250', 'iso-8859-2'];
const WESTERN: readonly TextEncoding[] = ['windows-1252', 'macintosh'];
const CYRILLIC: readonly TextEncoding[] = ['windows-1251', 'koi8-r', 'koi8-u', 'x-mac-cyrillic', 'ibm866', 'iso-8859-5'];

/** Common names and words: family names, then given names, then words. */
const HANGUL =
  '김이박최정강조윤장임한오서신권황안송류전홍유고문양손배백허남심노하곽성차주우구민진지나엄채원천방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모탁국은수영미경순희숙자철호준재동상훈용태규종환일건승범찬혁빈예시후아린다솔별빛라바사가는을를의에로으고해들있것그어대리부스니게교생학과만면않없보년때되말와등개적내같집잘못물음식름반번담당메';
const SIMPLIFIED =
  '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛明超兰霞平刚桂华建国志红玉春梅晓雪婷慧宇浩欣怡梓涵轩子豪雨佳思琪俊博天海云飞鹏辉波斌峰宁鑫琳倩莹洁雅诗梦瑶' +
  '的一是不了在人有我他这个们中来上大为和地到以说时要就出会可也你对生能而那得着下自之年过发后作里用道行所然家种事成多经么去法学如都同现当没动面起看定分还进好小部其些主样理心她本前开但因只从想实日者意无力它与长把机十民第公此已工使情性知全三又关点正业外将两间由问很最重并物手应战向头体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门先通教儿原东声提立及比员解水名真论处走义各入几口认条系气题活尔更别打女变四神总电数安少报才结反受目太量再感务做接必场件计管期市直德资命山指克统区保至队形社便空决治展科司五基眼书非则听却界达光放即像难且权象完设式色路记南品住告类求据北边死该交规取拉格望觉术领共确传师观清今切院让识候带导争运校班级姓邮箱';
const TRADITIONAL =
  '王李張劉陳楊趙黃周吳徐孫胡朱高林何郭馬羅梁宋鄭謝韓唐馮于董蕭程曹袁鄧許傅沈曾彭呂蘇盧蔣蔡賈丁魏薛葉閻余潘杜戴夏鍾汪田任姜范方石姚譚廖鄒熊金陸郝孔白崔康毛邱秦江史顧侯邵孟龍萬段雷錢湯尹黎易常武喬賀賴龔文偉芳娜秀英敏靜麗強磊軍洋勇艷豔傑娟濤明超蘭霞平剛桂華建國志紅玉春梅曉雪婷慧宇浩欣怡梓涵軒子豪雨佳思琪俊博天海雲飛鵬輝波斌峰寧鑫琳倩瑩潔雅詩夢瑤淑惠雯君宜庭冠廷承恩柏翰宗妤語美玲' +
  '的一是不了在人有我他這個們中來上大為和地到以說時要就出會可也你對生能而那得著下自之年過發後作裡用道行所然家種事成多經麼去法學如都同現當沒動面起看定分還進好小部其些主樣理心她本前開但因只從想實日者意無力它與長把機十民第公此已工使情性知全三又關點正業外將兩間由問很最重並物手應戰向頭體政相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門先通教兒原東聲提立及比員解水名真論處走義各入幾口認條系氣題活爾更別打女變四神總電數安少報才結反受目太量再感務做接必場件計管期市直德資命山指克統區保至隊形社便空決治展科司五基眼書非則聽卻界達光放即像難且權象完設式色路記南品住告類求據北邊死該交規取拉格望覺術領共確傳師觀清今切院讓識候帶導爭運校班級姓郵';
const KANA =
  'あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをんがぎぐげござじずぜぞだぢづでどばびぶべぼぱぴぷぺぽっゃゅょアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲンガギグゲゴザジズゼゾダヂヅデドバビブベボパピプペポッャュョァィゥェォヴーｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜﾝﾞﾟ';
const JAPANESE =
  KANA +
  '佐藤鈴木高橋田中伊渡辺邊山本村小林加吉松井口清斎齋斉崎森池阿部石川前岡長谷近後遠青坂福西太原和島嶋三上野竹内金子中柴酒宮新今平大菊地久保杉丸千葉岩工桜櫻河市浜濱沢澤広廣古秋土堀荒星水服関堤花郎一二美恵香奈優愛翔陽輝健翼拓海直樹咲葵結衣菜真由紀智明裕介雄悠斗颯蓮湊凛莉央穂彩織希望月夏春子幸正隆浩誠博学校年生組氏名姓担任番号' +
  '日本人国会時出行見月分後前生年自者上下目動気手体間事話言今方物思同入立合的家外力用最関性教先何来成高定通意数開発電心全経書記読強主知';

/**
 * Languages whose files come in their own code pages. Windows code page of a country: Microsoft, *Code Page Identifiers* and *NLS
 * information*; letters and their order: the exemplar characters of the Unicode CLDR, the frequent ones first.
 */
export const WRITTEN_LANGUAGES: readonly WrittenLanguage[] = [
  { code: 'en', encodings: WESTERN, letters: 'éïèêñöüç', domains: 'uk ie au nz us', rarity: -0.5 },
  { code: 'de', encodings: WESTERN, letters: 'üäöß', domains: 'de at ch li' },
  { code: 'fr', encodings: WESTERN, letters: 'éèàêçôîëïùûâœüÿ', domains: 'fr be lu ch ca' },
  { code: 'es', encodings: WESTERN, letters: 'óáéíñúüªº¿¡', domains: 'es mx ar co pe cl' },
  { code: 'pt', encodings: WESTERN, letters: 'ãçáéíóêâõúàôªº', domains: 'pt br' },
  { code: 'it', encodings: WESTERN, letters: 'èàùòìéî', domains: 'it', rarity: -0.3 },
  { code: 'ca', encodings: WESTERN, letters: 'àéóíèçòúïü·', domains: 'cat', rarity: -1 },
  { code: 'nl', encodings: WESTERN, letters: 'ëéïöü', domains: 'nl be', rarity: -0.3 },
  { code: 'sv', encodings: WESTERN, letters: 'äöåé', domains: 'se fi', rarity: -0.3 },
  { code: 'fi', encodings: WESTERN, letters: 'äöå', domains: 'fi', rarity: -0.5 },
  { code: 'da', encodings: WESTERN, letters: 'øåæé', domains: 'dk', rarity: -0.3 },
  { code: 'nb', encodings: WESTERN, letters: 'øåæéòô', domains: 'no', rarity: -0.3 },
  { code: 'is', encodings: WESTERN, letters: 'áðíóöúéþýæ', domains: 'is', rarity: -2.5 },
  { code: 'pl', encodings: CENTRAL, letters: 'łóąęśńżćź', domains: 'pl' },
  { code: 'cs', encodings: CENTRAL, letters: 'áíéšřčěžýůúňďťóöü', domains: 'cz' },
  { code: 'sk', encodings: CENTRAL, letters: 'áíéčšžýúľťňôóäďĺŕö', domains: 'sk', rarity: -0.3 },
  { code: 'hu', encodings: CENTRAL, letters: 'áéóöőíüúű', domains: 'hu' },
  { code: 'ro', encodings: CENTRAL, letters: 'ăâîşţ', domains: 'ro md', rarity: -0.3 },
  { code: 'hr', encodings: CENTRAL, letters: 'ćčšžđ', domains: 'hr ba rs me', rarity: -0.3 },
  { code: 'sl', encodings: CENTRAL, letters: 'čšžć', domains: 'si', rarity: -0.5 },
  { code: 'tr', encodings: ['windows-1254'], letters: 'ışüğöçiâî', domains: 'tr' },
  { code: 'et', encodings: ['windows-1257'], letters: 'äõüöšž', domains: 'ee', rarity: -1 },
  { code: 'lv', encodings: ['windows-1257'], letters: 'āīēšņļūžčķģ', domains: 'lv', rarity: -0.5 },
  { code: 'lt', encodings: ['windows-1257'], letters: 'ėšžųąįūčę', domains: 'lt', rarity: -0.5 },
  {
    code: 'vi',
    encodings: ['windows-1258'],
    // tones are separate letters in this code page
    letters: '\u0323\u0301\u0300đêâôươă\u0309\u0303áàóíúéèùý',
    domains: 'vn',
  },
  { code: 'ru', encodings: CYRILLIC, letters: 'аоеинвртслкмдупяьгйзбыюхчжшэцфёщъ', domains: 'ru su рф by kz' },
  { code: 'uk', encodings: CYRILLIC, letters: 'оаинерівткслдмупзяьгбйчхєюжїцшщфґ', domains: 'ua', rarity: -0.3 },
  {
    code: 'bg',
    encodings: ['windows-1251', 'x-mac-cyrillic', 'iso-8859-5'],
    letters: 'аоеитнрсвлкдмпязгъубчйжхцшщфюь',
    domains: 'bg',
    rarity: -0.5,
  },
  { code: 'sr', encodings: ['windows-1251', 'iso-8859-5'], letters: 'аоиенрстјвкудмпљзбгшчњћжцхђфџѓќѕ', domains: 'rs mk ba', rarity: -0.7 },
  {
    code: 'be',
    encodings: ['windows-1251', 'iso-8859-5', 'koi8-u'],
    letters: 'анаіоыелрквсдтузмпяцгчйьўжбхшёюэф',
    domains: 'by',
    rarity: -1,
  },
  { code: 'el', encodings: ['windows-1253', 'iso-8859-7'], letters: 'αοιετσνρηςπκμυλόάίγωδέθήχύφώβξζψϊϋΐΰ', domains: 'gr cy' },
  { code: 'he', encodings: ['windows-1255'], letters: 'יולהרמאנבתשדעחקכפגטסצזםןךףץ׳״', domains: 'il' },
  {
    code: 'ar',
    encodings: ['windows-1256'],
    letters: 'المينردعبوحسةفهتكقشجأطخصضزغإىءذثئآظؤ،',
    domains: 'sa eg ae ma dz jo lb iq kw qa sy tn om ye ps bh',
  },
  { code: 'fa', encodings: ['windows-1256'], letters: 'ايرنمدهتسبلعشکزپگحفقوخجصطىضچآغثذئظژ‌', domains: 'ir af', rarity: -0.5 },
  {
    code: 'th',
    encodings: ['windows-874'],
    letters: 'านรกยอัสมิลวดีทช์่ตงพพเุคบปจหณไ้ะัขูแชศธภผฐซึำืโ็ถใฒฟญษฉฎฝฑฮฬฏฆๆฌ',
    domains: 'th',
  },
  { code: 'ja', encodings: ['shift_jis', 'euc-jp', 'iso-2022-jp'], letters: JAPANESE, domains: 'jp' },
  { code: 'ko', encodings: ['euc-kr'], letters: HANGUL, domains: 'kr' },
  { code: 'zh', encodings: ['gb18030'], letters: SIMPLIFIED, domains: 'cn sg' },
  { code: 'zh-hant', encodings: ['big5'], letters: TRADITIONAL, domains: 'tw hk mo' },
];
