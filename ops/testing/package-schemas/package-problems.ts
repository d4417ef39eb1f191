import { readFile } from 'node:fs/promises';
import { strFromU8 } from 'fflate';
import { validateXML } from 'xmllint-wasm';

// the package ships without types
const { JSDOM } = await import('jsdom' as string);

/** The files of a package by name. */
type Archive = Readonly<Record<string, Uint8Array>>;
export type PackageFormat = 'scorm' | 'scorm_2004' | 'cmi5' | 'common_cartridge';

const MANIFESTS = {
  scorm: { file: 'imsmanifest.xml', grammar: 'scorm-12', problemsOf: manifestProblems },
  scorm_2004: { file: 'imsmanifest.xml', grammar: 'scorm-2004', problemsOf: manifestProblems },
  cmi5: { file: 'cmi5.xml', grammar: 'cmi5', problemsOf: courseStructureProblems },
  common_cartridge: { file: 'imsmanifest.xml', grammar: 'common-cartridge', problemsOf: manifestProblems },
} as const;

/** Launch parameters that the address of an assignable unit must not have (cmi5 8.1). */
const OF_LAUNCHES = ['endpoint', 'fetch', 'actor', 'registration', 'activityId'];

/** Returns a package's violations of its grammars, and of rules that grammars cannot express. */
export async function packageProblems(format: PackageFormat, archive: Archive): Promise<string[]> {
  const { file, grammar, problemsOf } = MANIFESTS[format];
  if (!archive[file]) return [`${file} is not at the root`];
  const quizzes = Object.keys(archive).filter((name) => name.startsWith('quizzes/'));
  return [
    ...(await grammarProblems(grammar, [file], archive)),
    ...problemsOf(parsed(archive, file), archive),
    ...(await grammarProblems('qti', quizzes, archive)),
    ...quizzes.flatMap((name) => quizProblems(parsed(archive, name)).map((problem) => `${name}: ${problem}`)),
  ];
}

async function grammarProblems(grammar: string, names: readonly string[], archive: Archive): Promise<string[]> {
  if (names.length === 0) return [];
  const schema = await readFile(new URL(`${grammar}.rng`, import.meta.url), 'utf8');
  const xml = names.map((name) => ({ fileName: name.replaceAll('/', '-'), contents: strFromU8(archive[name]!) }));
  const { valid, errors } = await validateXML({ xml, schema, extension: 'relaxng' });
  return valid ? [] : [`${grammar}.rng refuses it`, ...errors.map(({ rawMessage }) => rawMessage)];
}

const parsed = (archive: Archive, name: string): any =>
  new JSDOM(strFromU8(archive[name]!), { contentType: 'application/xml' }).window.document;
const all = (node: any, name: string): any[] => [...node.getElementsByTagName(name)];
const values = (nodes: readonly any[], attribute: string): string[] =>
  nodes.filter((node) => node.hasAttribute(attribute)).map((node) => node.getAttribute(attribute));
const repeated = (names: readonly string[]): string[] => names.filter((name, at) => names.indexOf(name) !== at);
const unless = (isSo: boolean, problem: string): string[] => (isSo ? [] : [problem]);

/** Content packaging: SCORM and Common Cartridge. */
function manifestProblems(document: any, archive: Archive): string[] {
  const resources = all(document, 'resource');
  const ids = values([...document.querySelectorAll('*')], 'identifier');
  const known = new Set(values(resources, 'identifier'));
  const listed = new Set(values(all(document, 'file'), 'href'));
  const [chosen] = values(all(document, 'organizations'), 'default');
  return [
    ...repeated(ids).map((id) => `two elements are ${id}`),
    ...unless(chosen === undefined || values(all(document, 'organization'), 'identifier').includes(chosen), `there is no ${chosen}`),
    ...values(all(document, 'item'), 'identifierref').flatMap((id) => unless(known.has(id), `an item has no resource ${id}`)),
    ...[...listed].flatMap((name) => unless(name in archive, `${name} is listed and missing`)),
    ...Object.keys(archive).flatMap((name) => unless(name === 'imsmanifest.xml' || listed.has(name), `${name} is not listed`)),
    ...resources.flatMap((resource) => {
      const files = values(all(resource, 'file'), 'href');
      const [href] = values([resource], 'href');
      return [
        ...repeated(files).map((name) => `a resource has ${name} twice`),
        ...unless(href === undefined || files.includes(href), `a resource does not list ${href}, with which it begins`),
      ];
    }),
  ];
}

/** Checks a course structure by the rules of CATAPULT's player beyond the schema, by the numbers of its list of requirements. */
function courseStructureProblems(document: any, archive: Archive): string[] {
  const texts = all(document, 'langstring').map((text) => text.textContent);
  return [
    ...repeated(values([...all(document, 'au'), ...all(document, 'block')], 'id')).map((id) => `13.1.4.0-1: two are ${id}`),
    ...texts.flatMap((text) => unless(text.trim() !== '', '13.1.0.0-1: a text is empty without the blanks around it')),
    ...all(document, 'url').flatMap(({ textContent: url }) => {
      const { pathname, searchParams, origin } = new URL(url, 'https://lms.example/');
      return [
        ...unless(origin === 'https://lms.example', `14.1.0.0-3: ${url} is not relative`),
        ...unless(pathname.slice(1) in archive, `14.1.0.0-4: ${url} is missing`),
        ...OF_LAUNCHES.filter((name) => searchParams.has(name)).map((name) => `8.1.0.0-6: ${url} has ${name}`),
      ];
    }),
  ];
}

/** Rules 3 to 5, 12 and 13 of the profile, where they refer from one element to another. */
function quizProblems(document: any): string[] {
  const items = all(document, 'item');
  return [
    ...repeated(values(items, 'ident')).map((id) => `13a: two items are ${id}`),
    ...items.flatMap((item) => {
      const labels = values(all(item, 'response_label'), 'ident');
      const responses = values(all(item, 'response_lid'), 'ident');
      const feedback = values(all(item, 'itemfeedback'), 'ident').filter((id) => id !== 'solution');
      const shown = values(all(item, 'displayfeedback'), 'linkrefid');
      const right = all(item, 'varequal').filter(({ parentNode }) => parentNode.nodeName !== 'not');
      return [
        ...repeated(labels).map((id) => `two labels are ${id}`),
        ...unless(labels.length === 0 || right.length > 0, 'no label is right'),
        ...values(all(item, 'varequal'), 'respident').flatMap((id) => unless(responses.includes(id), `3e, 4e, 5e: no response is ${id}`)),
        ...all(item, 'varequal').flatMap(({ textContent: id }) => unless(labels.includes(id), `9a: no label is ${id}`)),
        ...shown.flatMap((id) => unless(feedback.includes(id), `12c: no feedback is ${id}`)),
        ...feedback.flatMap((id) => unless(shown.includes(id), `12d: nothing shows ${id}`)),
      ];
    }),
  ];
}
