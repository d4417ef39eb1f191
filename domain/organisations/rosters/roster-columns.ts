import type { RosterColumn } from '#contract/organisations/rosters.contract.ts';
import { plainCell, type Placed as PlacedColumns } from '#domain/platform/tables/table-columns.ts';
import type { TableRecord } from '#domain/platform/tables/table-text.ts';

/** Known column names, in lower case, with a space in place of separators. */
const NAMES: Readonly<Record<RosterColumn, string>> = {
  email:
    'email|e mail|mail|email address|e mail address|mail address|work email|login email|user email|e mail adresse|email adresse|correo|correo electrónico|correo electronico|courriel|adresse email|adresse e mail|adresse mail|البريد الإلكتروني|البريد|adres e mail|adres email|emailová adresa|e mail cím|email cím|adresă de e mail|e posta|eposta|e posta adresi|indirizzo e mail|indirizzo email|endereço de e mail|e postadress|e post|epost|e postadresse|sähköposti|sähköpostiosoite|эл почта|электронная почта|почта|адрес электронной почты|електронна пошта|имейл|e pošta|el paštas|e pasts|e post aadress|ηλεκτρονικό ταχυδρομείο|דואל|דוא ל|אימייל|ایمیل|آیمیل|อีเมล|địa chỉ email|thư điện tử|メール|メールアドレス|이메일|전자우편|메일|邮箱|电子邮件|电子邮箱|電子郵件|電郵|信箱',
  given_name:
    'given name|given names|first name|firstname|givenname|forename|vorname|nombre|nombres|prénom|prenom|nome|الاسم الأول|imię|imie|imiona|jméno|krstné meno|keresztnév|utónév|prenume|ad|adı|isim|nome próprio|voornaam|förnamn|fornavn|etunimi|имя|ім я|ime|vardas|vārds|eesnimi|όνομα|שם פרטי|نام|ชื่อ|tên|名|이름',
  family_name:
    'family name|last name|lastname|familyname|surname|nachname|familienname|apellido|apellidos|nom|nom de famille|cognome|sobrenome|apelido|اسم العائلة|اللقب|nazwisko|příjmení|priezvisko|vezetéknév|családnév|nume|nume de familie|soyad|soyadı|soy isim|achternaam|efternamn|efternavn|etternavn|sukunimi|фамилия|прізвище|prezime|priimek|pavardė|uzvārds|perekonnanimi|επώνυμο|επίθετο|שם משפחה|نام خانوادگی|นามสกุล|họ|姓|성',
  name: 'name|full name|fullname|display name|displayname|student name|student|pupil|nombre completo|apellidos y nombre|nom complet|nom et prénom|الاسم|الاسم الكامل|imię i nazwisko|nazwisko i imię|jméno a příjmení|meno|meno a priezvisko|név|teljes név|nume și prenume|nume şi prenume|numele|ad soyad|adı soyadı|nome completo|nome e cognome|cognome e nome|naam|namn|navn|nimi|фио|полное имя|имя и фамилия|піб|ime i prezime|ime in priimek|vardas pavardė|vārds uzvārds|nimetus|ονοματεπώνυμο|שם|שם מלא|نام و نام خانوادگی|ชื่อ นามสกุล|ชื่อ สกุล|họ và tên|họ tên|氏名|名前|お名前|성명|姓名|名字',
  role: 'role|rolle|rol|rôle|ruolo|papel|الدور|rola|szerep|roli|роль|роля|uloga|ρόλος|תפקיד|نقش|บทบาท|vai trò|役割|역할|角色',
  external_id:
    'external id|externalid|id|user id|userid|student id|student number|employee id|sis id|sis user id|personalnummer|matrikelnummer|matrícula|matricule|رقم الهوية|الرقم|nr albumu|numer|osobní číslo|oktatási azonosító|număr matricol|öğrenci no|öğrenci numarası|numero|studentnummer|personnummer|номер|ученик id|αριθμός μητρώου|מספר זהות|ת ז|شماره دانش آموزی|รหัสนักเรียน|mã học sinh|mã số|学籍番号|出席番号|番号|학번|번호|学号|學號',
  groups:
    'class|classes|group|groups|section|form|klasse|klassen|gruppe|gruppen|clase|clases|grupo|grupos|classe|groupe|الصف|المجموعة|المجموعات|klasa|oddział|třída|trieda|osztály|csoport|clasa|clasă|sınıf|sınıfı|şube|turma|turmas|klas|klass|luokka|класс|группа|клас|група|razred|odjel|klasė|τάξη|τμήμα|כיתה|کلاس|ชั้น|ชั้นเรียน|ห้อง|lớp|クラス|組|学級|学年|반|학급|班级|班級|班',
  birth_year:
    'birth year|birthyear|year of birth|geburtsjahr|año de nacimiento|ano de nacimiento|ano de nascimento|année de naissance|anno di nascita|سنة الميلاد|rok urodzenia|rok narození|rok narodenia|születési év|anul nașterii|doğum yılı|geboortejaar|födelseår|fødselsår|syntymävuosi|год рождения|рік народження|godina rođenja|έτος γέννησης|שנת לידה|سال تولد|ปีเกิด|năm sinh|生年|출생연도|出生年份',
};
const COLUMN_OF = new Map(
  Object.entries(NAMES).flatMap(([column, names]) => names.split('|').map((name) => [name, column as RosterColumn] as const)),
);

export type Placed = PlacedColumns<RosterColumn>;

/** The earlier choice of columns for the same header. */
export interface RememberedColumns {
  readonly head: string;
  readonly columns: Placed;
}

/** The position and meaning of a list's columns. */
export interface RosterTable {
  /** The row with the column names, or null. */
  readonly head: TableRecord | null;
  readonly columns: Placed;
  /** Identifies files with the same columns. */
  readonly key: string;
}

/** Maximum number of rows (titles, dates, names of institutions) above the column names. */
const MOST_ABOVE = 20;
const KEY_LENGTH = 2_000;

const isAddress = (cell: string): boolean => cell.length < 255 && /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(cell.trim());

/** Returns the columns that a row names; if one is named twice, the first counts. */
function columnsNamed(cells: readonly string[]): Placed {
  const seen = new Set<RosterColumn>();
  return cells.map((name) => {
    const words = plainCell(name.slice(0, 200))
      .replaceAll(/[_\-.*:'’"״()[\]/]/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .toLowerCase();
    const column = COLUMN_OF.get(words);
    if (column === undefined || seen.has(column)) return null;
    seen.add(column);
    return column;
  });
}

/**
 * Finds the row of column names, below any titles, and the meaning of each column: as chosen by hand, as chosen before for the same
 * columns, or as known. If no column is known as the address, the column that contains addresses is taken.
 */
export function findColumns(
  beginning: readonly TableRecord[],
  { chosen, remembered }: { readonly chosen?: Placed | undefined; readonly remembered: readonly RememberedColumns[] },
): RosterTable {
  const head = headIn(beginning);
  const rows = beginning.slice(head ? beginning.indexOf(head) + 1 : 0);
  const width = Math.max(head?.cells.length ?? 0, ...rows.map(({ cells }) => cells.length), 0);
  const key = keyOf(head, width);
  const known = chosen ?? remembered.find((one) => one.head === key)?.columns;
  if (known) return { head, key, columns: Array.from({ length: width }, (_, at) => known[at] ?? null) };
  const named = head ? columnsNamed(head.cells) : [];
  const columns = Array.from({ length: width }, (_, at) => named[at] ?? null);
  if (!columns.includes('email')) {
    const counts = columns.map((column, at) => (column ? 0 : rows.filter(({ cells }) => isAddress(cells[at] ?? '')).length));
    const most = Math.max(0, ...counts);
    if (most > 0) columns[counts.indexOf(most)] = 'email';
  }
  return { head, key, columns };
}

function headIn(beginning: readonly TableRecord[]): TableRecord | null {
  const above = beginning.slice(0, MOST_ABOVE);
  const found = above.find(({ cells }) => columnsNamed(cells).includes('email'));
  if (found) return found;
  const first = beginning.findIndex(({ cells }) => cells.some(isAddress));
  // the last row before the addresses names the columns, unless it is a title: most of its cells must be filled
  const before = first < 0 ? above[0] : beginning[first - 1];
  if (!before) return null;
  const filled = before.cells.filter((cell) => cell.trim() !== '').length;
  const width = beginning[Math.max(first, 0)]!.cells.length;
  return first < 0 || filled * 2 > width ? before : null;
}

const keyOf = (head: TableRecord | null, width: number): string =>
  head
    ? head.cells
        .map((cell) => plainCell(cell.slice(0, 100)).toLowerCase())
        .join('|')
        .slice(0, KEY_LENGTH)
    : `#${width}`;
