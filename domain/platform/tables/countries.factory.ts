import type { TextEncoding } from '#contract/platform/text-encodings.ts';

/** The Windows code page of each country, and with it Excel's CSV, according to public documentation. */
const WINDOWS = 'https://learn.microsoft.com/en-us/windows/win32/intl/code-page-identifiers';
/** The encoding that browsers assume for a page without a declaration, by language. */
const FALLBACK = 'https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding';
/** The meaning of encoding names, byte by byte. */
const STANDARD = 'https://encoding.spec.whatwg.org/#names-and-labels';
/** How Excel detects a text's encoding: by its mark, otherwise the country's code page. */
const EXCEL = 'https://wiki.scn.sap.com/wiki/display/ABAP/Excel+files+-+CSV+format';
/** A bank's files in Windows-1250, still in use. */
const BANKS = 'https://github.com/aniav/ynab-csv/issues/33';

/** A country's file: its encoding, the source of that fact, and its content. */
export interface CountryFile {
  readonly place: string;
  readonly encoding: TextEncoding;
  readonly source: string;
  /** Three people, as in a small class: family and given name in local spelling. */
  readonly names: readonly [string, string, string];
  /** A sentence of a lesson. */
  readonly prose: string;
}

const PLACES: readonly (readonly [place: string, encodings: readonly (readonly [TextEncoding, string])[], names: string, prose: string])[] =
  [
    [
      'Poland',
      [
        ['windows-1250', BANKS],
        ['iso-8859-2', STANDARD],
      ],
      'Łukasz Wiśniewski|Małgorzata Wójcik|Paweł Dąbrowski',
      'Pszczoły żyją w ulu i zbierają nektar ze źdźbeł kwiatów łąkowych.',
    ],
    [
      'Poland, one letter',
      [['windows-1250', WINDOWS]],
      'Łukasz Nowak|Anna Kowalska|Jan Mazur',
      'Praca domowa na wtorek: ćwiczenie drugie.',
    ],
    [
      'Czechia',
      [
        ['windows-1250', WINDOWS],
        ['iso-8859-2', STANDARD],
      ],
      'Jiří Dvořák|Tomáš Novák|Lucie Černá',
      'Včely žijí v úlu a příští léto sbírají pyl z květů.',
    ],
    [
      'Slovakia',
      [['windows-1250', WINDOWS]],
      'Ľubomír Horváth|Zuzana Kováčová|Štefan Baláž',
      'Včely žijú v úli a zbierajú peľ z kvetov, keď je teplo.',
    ],
    [
      'Hungary',
      [['windows-1250', WINDOWS]],
      'Nagy László|Szőke Gergő|Tóth Ágnes',
      'A méhek kaptárban élnek, és virágport gyűjtenek a rétről.',
    ],
    [
      'Romania',
      [['windows-1250', WINDOWS]],
      'Ştefan Ionescu|Ioana Bălan|Cătălin Rîpă',
      'Albinele trăiesc în stup şi adună nectar din florile câmpului.',
    ],
    [
      'Croatia',
      [['windows-1250', WINDOWS]],
      'Željko Kovačević|Ana Đurić|Marko Babić',
      'Pčele žive u košnici i skupljaju nektar s cvjetova ljeti.',
    ],
    ['Slovenia', [['windows-1250', WINDOWS]], 'Matjaž Kovač|Špela Žagar|Ana Novak', 'Čebele živijo v panju in nabirajo medičino s cvetov.'],
    [
      'Germany',
      [
        ['windows-1252', FALLBACK],
        ['macintosh', STANDARD],
      ],
      'Jörg Müller|Günther Weiß|Anna Schäfer',
      'Bienen fliegen für den Stock über die blühende Wiese und müssen früh zurück.',
    ],
    [
      'France',
      [
        ['windows-1252', FALLBACK],
        ['macintosh', STANDARD],
      ],
      'Chloé Lefèvre|François Bénard|Zoé Girard',
      'Les abeilles récoltent le nectar à côté de la forêt, où le tilleul fleurit déjà.',
    ],
    [
      'Spain',
      [
        ['windows-1252', FALLBACK],
        ['macintosh', STANDARD],
      ],
      'José Núñez|María García|Íñigo López',
      'El año pasado las abejas volvían más tarde al panal: señal de sequía.',
    ],
    [
      'Brazil',
      [
        ['windows-1252', FALLBACK],
        ['macintosh', STANDARD],
      ],
      'João Conceição|Inês Simões|Antônio Gonçalves',
      'As abelhas não vão à flor quando a estação está fria: é a lição de amanhã.',
    ],
    [
      'Italy',
      [
        ['windows-1252', FALLBACK],
        ['macintosh', STANDARD],
      ],
      'Niccolò Rossi|Noè Bianchi|Lia Carrà',
      'Le api volano più lontano perché la città è già fiorita.',
    ],
    [
      'Sweden',
      [
        ['windows-1252', FALLBACK],
        ['macintosh', STANDARD],
      ],
      'Åsa Öberg|Björn Sjöström|Märta Håkansson',
      'Bina flyger över ängen när våren är här och samlar nektar åt kupan.',
    ],
    [
      'Denmark',
      [
        ['windows-1252', FALLBACK],
        ['macintosh', STANDARD],
      ],
      'Søren Kjær|Åse Nørgaard|Jens Møller',
      'Bierne flyver over marken, når solen skinner, og gør kuben større på få døgn.',
    ],
    [
      'Iceland',
      [['windows-1252', FALLBACK]],
      'Þórður Jónsson|Guðrún Ásgeirsdóttir|Sigríður Æsa',
      'Býflugur safna hunangi á sumrin þegar veður er gott og blómin opin.',
    ],
    [
      'Türkiye',
      [['windows-1254', FALLBACK]],
      'Ayşe Yıldız|Çağrı Şahin|İbrahim Güneş',
      'Arılar kovanda yaşar ve çiçeklerden bal özü toplar; kışın dışarı çıkmazlar.',
    ],
    ['Türkiye, two letters', [['windows-1254', FALLBACK]], 'Işık Yıldız|Ali Kaya|Can Demir', 'Arı kovanı kışın kapalı.'],
    [
      'Estonia',
      [['windows-1257', FALLBACK]],
      'Õnne Pärn|Jüri Kõiv|Mäe Ülo',
      'Mesilased elavad tarus ja korjavad õitelt nektarit, kui päike särab.',
    ],
    [
      'Latvia',
      [['windows-1257', FALLBACK]],
      'Jānis Bērziņš|Līga Kalniņa|Ģirts Šmits',
      'Bites dzīvo stropā un vāc nektāru no ziediem, kad ir silti laikapstākļi.',
    ],
    [
      'Lithuania',
      [['windows-1257', FALLBACK]],
      'Žydrūnas Šimkus|Rūta Petrauskaitė|Ąžuolas Vaičiūnas',
      'Bitės gyvena avilyje ir renka nektarą iš gėlių, kol šviečia saulė.',
    ],
    [
      'Viet Nam',
      [['windows-1258', FALLBACK]],
      'Nguyễn Văn Đức|Trần Thị Hương|Lê Hoàng Phúc',
      'Ong sống trong tổ và hút mật từ những bông hoa trên cánh đồng.',
    ],
    [
      'Russia',
      [
        ['windows-1251', FALLBACK],
        ['koi8-r', STANDARD],
        ['x-mac-cyrillic', STANDARD],
        ['ibm866', STANDARD],
        ['iso-8859-5', STANDARD],
      ],
      'Иван Петров|Мария Щербакова|Ольга Жукова',
      'Пчёлы живут в улье и собирают нектар с цветов, пока светит солнце.',
    ],
    [
      'Ukraine',
      [
        ['windows-1251', FALLBACK],
        ['koi8-u', STANDARD],
      ],
      'Єлизавета Ковальчук|Їжак Андрій|Олена Ґудзь',
      'Бджоли живуть у вулику й збирають нектар із квітів, доки світить сонце.',
    ],
    [
      'Bulgaria',
      [['windows-1251', FALLBACK]],
      'Георги Димитров|Цветелина Йорданова|Мария Иванова',
      'Пчелите живеят в кошера и събират нектар от цветята през лятото.',
    ],
    [
      'Serbia',
      [['windows-1251', FALLBACK]],
      'Ђорђе Јовановић|Љиљана Њежић|Милош Петровић',
      'Пчеле живе у кошници и сакупљају нектар са цветова док је топло.',
    ],
    [
      'Greece',
      [
        ['windows-1253', WINDOWS],
        ['iso-8859-7', FALLBACK],
      ],
      'Γιώργος Παπαδόπουλος|Ελένη Κωνσταντίνου|Άννα Νικολάου',
      'Οι μέλισσες ζουν στην κυψέλη και μαζεύουν νέκταρ από τα λουλούδια.',
    ],
    ['Israel', [['windows-1255', FALLBACK]], 'נועה כהן|יוסף לוי|מרים מזרחי', 'הדבורים חיות בכוורת ואוספות צוף מן הפרחים כל הקיץ.'],
    ['Egypt', [['windows-1256', FALLBACK]], 'محمد علي|فاطمة حسن|يوسف إبراهيم', 'يعيش النحل في الخلية ويجمع الرحيق من الأزهار في الصيف.'],
    ['Iran', [['windows-1256', FALLBACK]], 'پريسا احمدي|علي گودرزي|زهرا چمني', 'زنبورها در کندو زندگي مي کنند و شهد گل ها را جمع مي کنند.'],
    ['Thailand', [['windows-874', FALLBACK]], 'สมชาย ใจดี|วิภา ศรีสุข|ณัฐพล แก้วมณี', 'ผึ้งอาศัยอยู่ในรังและเก็บน้ำหวานจากดอกไม้ในฤดูร้อน'],
    [
      'Japan',
      [
        ['shift_jis', FALLBACK],
        ['euc-jp', STANDARD],
      ],
      '山田 花子|佐藤 太郎|鈴木 一郎',
      'ミツバチは巣に住み、花から蜜を集めます。',
    ],
    ['Japan, with kana', [['shift_jis', FALLBACK]], '高橋 さくら|ﾀﾅｶ ｹﾝ|齋藤 翔', '宿題は金曜日までに提出してください。'],
    ['Korea', [['euc-kr', FALLBACK]], '김민준|이서연|박지훈', '꿀벌은 벌집에 살면서 꽃에서 꿀을 모은다.'],
    ['China', [['gb18030', FALLBACK]], '王伟|李娜|张丽', '蜜蜂住在蜂巢里，从花朵中采集花蜜。'],
    ['Taiwan', [['big5', FALLBACK]], '陳怡君|林志明|張雅婷', '蜜蜂住在蜂巢裡，從花朵中採集花蜜。'],
    [
      'anywhere, with Excel’s “Unicode text”',
      [
        ['utf-16le', EXCEL],
        ['utf-16be', EXCEL],
      ],
      'Łukasz Wiśniewski|山田 花子|محمد علي',
      'Zażółć gęślą jaźń: 蜜蜂 في الخلية.',
    ],
    ['anywhere', [['utf-8', STANDARD]], 'Łukasz Wiśniewski|山田 花子|Nguyễn Văn Đức', 'Zażółć gęślą jaźń: 蜜蜂 في الخلية.'],
  ];

/** Files as schools of each country send them. */
export const COUNTRY_FILES: readonly CountryFile[] = PLACES.flatMap(([place, encodings, names, prose]) =>
  encodings.map(([encoding, source]) => ({ place, encoding, source, names: names.split('|') as [string, string, string], prose })),
);
