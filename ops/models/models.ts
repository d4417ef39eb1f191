import type { Course } from '#contract/courses/courses.contract.ts';
import { FORM_OPTIONS, type CourseForm } from '#contract/generation/course-form.contract.ts';
import { startInstallation } from './installation.ts';
import { connectOllamaAlone } from './ollama-alone.ts';
import { startStandIn, type Weather } from './stand-in/stand-in.ts';
import { tryWay, type Tried } from './try-way.ts';
import { KINDS, PURPOSES, type Way } from './ways/way.ts';
import { QUIET, WAYS } from './ways/ways.ts';

/**
 * `npm run models [-- <way or kind>… | --mix 0.3 --seed 7 | --ollama | --list] [--lessons 4] [--purposes course,mentor] [--patience 60]`:
 * has courses of a few lessons written, and the other texts that the way affects, by a separate installation whose models are a stand-in
 * that behaves as public reports describe real servers and models. Prints what came of each. The exit code is 1 when something untrue was
 * stored without a note, something was charged that is not there, or something ended that need not have.
 */
const USAGE = `npm run models [-- <way or kind>… | --mix <share> --seed <n> | --ollama | --list] [--lessons 4] [--depth ${FORM_OPTIONS.content_depth.join('|')}] [--purposes ${PURPOSES.join(',')}] [--patience <s>]`;

interface Options {
  readonly ways: readonly Way[];
  readonly mix: number | null;
  readonly seed: number;
  readonly lessons: number;
  readonly purposes: readonly string[] | null;
  readonly patienceMs: number;
  /** Length of lessons; absent for the form's default. */
  readonly depth: CourseForm['content_depth'] | undefined;
  readonly isOllama: boolean;
}

const NUMBERS = ['mix', 'seed', 'lessons', 'patience'] as const;

function readOptions(words: readonly string[]): Options {
  const value = (name: string) => (words.includes(`--${name}`) ? words[words.indexOf(`--${name}`) + 1] : undefined);
  const number = (name: (typeof NUMBERS)[number], fallback: number) => {
    const read = Number(value(name) ?? fallback);
    if (!Number.isFinite(read)) throw new Error(`--${name} needs a number.\n${USAGE}`);
    return read;
  };
  const named = words.filter(
    (word, at) => !word.startsWith('--') && ![...NUMBERS, 'purposes', 'depth'].some((name) => words[at - 1] === `--${name}`),
  );
  const ways = named.length === 0 ? WAYS : named.flatMap((name) => waysNamed(name));
  return {
    ways,
    mix: words.includes('--mix') ? number('mix', 0.3) : null,
    seed: number('seed', 7),
    lessons: number('lessons', 4),
    purposes: value('purposes')?.split(',') ?? null,
    patienceMs: number('patience', 60) * 1_000,
    depth: FORM_OPTIONS.content_depth.find((depth) => depth === value('depth')),
    isOllama: words.includes('--ollama'),
  };
}

/** Returns the ways with this name or of this kind, or whose names begin with it. */
function waysNamed(name: string): readonly Way[] {
  const found = WAYS.filter(({ id, kind }) => id === name || kind === name);
  const begun = found.length > 0 ? found : WAYS.filter(({ id }) => id.startsWith(name));
  if (begun.length === 0) throw new Error(`There is no way or kind ${name}; kinds are ${KINDS.join(', ')}.\n${USAGE}`);
  return begun;
}

function list(): void {
  for (const kind of KINDS) {
    console.log(`\n${kind}`);
    for (const { id, source, servers, must } of WAYS.filter((way) => way.kind === kind))
      console.log(`  ${id.padEnd(34)} ${(must === 'right' ? 'right' : 'honest').padEnd(7)} ${servers.slice(0, 40).padEnd(41)} ${source}`);
  }
  console.log(`\n${WAYS.length} ways`);
}

const perCent = (part: number, whole: number): string =>
  whole === 0 ? '' : `${part >= whole ? '+' : ''}${Math.round((part / whole - 1) * 100)} %`;

function show({ way, purpose, outcome, detail, calls, discarded, seconds }: Tried, quiet: Tried | undefined): void {
  const beside = quiet && way.id !== QUIET.id ? perCent(calls, quiet.calls) : '';
  const thrown = discarded ? `${discarded} discarded` : '';
  console.log(
    `${way.id.padEnd(34)} ${purpose.padEnd(12)} ${outcome.padEnd(7)} ${String(calls).padStart(4)} ${beside.padStart(8)} ${thrown.padEnd(13)} ${seconds.toFixed(1).padStart(6)} s  ${detail}`,
  );
}

/** Tells whether something was wrong, or ended unnecessarily. */
const isBad = ({ outcome }: Tried): boolean => outcome === 'WRONG' || outcome === 'lost';

function sumUp(tried: readonly Tried[]): void {
  const count = (outcome: Tried['outcome']) => tried.filter((one) => one.outcome === outcome).length;
  console.log(
    `\n${tried.length} tried: ${count('right')} right, ${count('noted')} with a note, ${count('honest')} ended honestly, ${count('lost')} lost, ${count('WRONG')} WRONG; ` +
      `${tried.reduce((sum, { calls }) => sum + calls, 0)} calls`,
  );
  for (const kind of KINDS) {
    const bad = tried.filter((one) => isBad(one) && one.way.kind === kind);
    if (bad.length > 0) console.log(`  ${kind}: ${bad.map(({ way, purpose, outcome }) => `${way.id} (${purpose} ${outcome})`).join(', ')}`);
  }
}

/** Tries everything selected, each way beside the quiet case of its protocol. @returns the outcomes */
async function tryAll(options: Options): Promise<Tried[]> {
  const { ways, mix, seed, lessons, depth, patienceMs } = options;
  const standIn = await startStandIn();
  const installation = await startInstallation();
  const quiets = new Map<string, Tried>();
  const tried: Tried[] = [];
  let course: Course | null = null;
  const quietKey = (way: Way, purpose: string) => `${way.format ?? 'chat'} ${way.isWhole ?? false} ${purpose}`;
  const tryOne = async (way: Way, weather: Weather = { ways: [way], seed }) => {
    // other purposes are tried on a course that was written without fault
    const isWanted = (purpose: string) => way.id === QUIET.id || (options.purposes?.includes(purpose) ?? true);
    const purposes = (way.purposes ?? ['course']).filter(isWanted);
    for (const one of await tryWay({ installation, standIn, way, weather, lessons, depth, patienceMs, quiet: course, purposes })) {
      if (way.id === QUIET.id) quiets.set(quietKey(way, one.purpose), one);
      if (way.id === QUIET.id && one.course) course ??= one.course;
      tried.push(one);
      show(one, quiets.get(quietKey(way, one.purpose)));
    }
  };
  try {
    await tryOne({ ...QUIET, purposes: ['course'] });
    await tryOne({ ...QUIET, purposes: PURPOSES.filter((purpose) => purpose !== 'course') });
    if (mix !== null)
      await tryOne({ ...QUIET, id: `mix of ${mix}, seed ${seed}`, purposes: PURPOSES }, { ways: ways.filter(isMixed), seed, rate: mix });
    for (const way of mix === null ? ways : []) {
      const { format, isWhole } = way;
      if (!quiets.has(quietKey(way, 'course')) && (way.purposes ?? ['course']).includes('course'))
        await tryOne({ ...QUIET, purposes: ['course'], ...(format && { format }), ...(isWhole && { isWhole: true as const }) });
      await tryOne(way);
    }
  } finally {
    await installation.stop();
    await standIn.close();
  }
  return tried;
}

/** A mix uses a single protocol, and contains nothing that ends all work. */
const isMixed = ({ format, must, kind }: Way): boolean =>
  format === undefined && must === 'right' && !['parameter refused', 'schema refused', 'slow'].includes(kind);

const words = process.argv.slice(2);
if (words.includes('--help')) console.log(USAGE);
else if (words.includes('--list')) list();
else {
  const options = readOptions(words);
  if (options.isOllama) process.exitCode = (await connectOllamaAlone(options.lessons, options.depth)) ? 0 : 1;
  else {
    const tried = await tryAll(options);
    sumUp(tried);
    process.exitCode = tried.some(isBad) ? 1 : 0;
  }
}
