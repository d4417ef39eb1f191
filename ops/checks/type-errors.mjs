/** The first line of an error of the compiler; the lines that explain it are indented. */
const ERROR = /^(?<place>\S.*\(\d+,\d+\)): error (?<code>TS\d+): /;

/** Splits the compiler's output into errors, each with the lines that explain it. @param {string} output */
function errorsIn(output) {
  /** @type {string[][]} */
  const errors = [];
  for (const line of output.split('\n')) {
    if (line.startsWith(' ') && errors.length > 0) errors.at(-1)?.push(line);
    else if (line.trim()) errors.push([line]);
  }
  return errors;
}

/**
 * Shortens an error. That of a declaration of an endpoint repeats the whole declaration; only its last line tells what is wrong.
 * @param {string[]} lines
 */
function shortened(lines) {
  const [first = ''] = lines;
  const { place, code } = ERROR.exec(first)?.groups ?? {};
  const isOfEndpoint = code === 'TS2345' && place?.startsWith('contract/') && place.includes('.contract.ts(');
  if (!isOfEndpoint) return lines.join('\n');
  const last = lines.at(-1)?.replace(ERROR, '').trim();
  return `${place}: error ${code}: ${last}\n  → contract/platform/endpoint.ts explains each field`;
}

/**
 * Returns what the compiler said about several projects, in which an error in a shared file occurs once: in the first project that has it.
 * @template {{ readonly name: string, readonly output: string }} Result
 * @param {readonly Result[]} results
 * @returns {Result[]}
 */
export function distinctErrors(results) {
  /** @type {Map<string, string>} */
  const told = new Map();
  return results.map((result) => {
    const errors = errorsIn(result.output);
    const own = errors.filter((lines) => !told.has(lines[0] ?? ''));
    const before = new Set(errors.flatMap((lines) => told.get(lines[0] ?? '') ?? []));
    for (const lines of own) told.set(lines[0] ?? '', result.name);
    const repeated = errors.length - own.length;
    const also = repeated > 0 ? [`${repeated} of the errors of ${[...before].join(' and ')}`] : [];
    return { ...result, output: [...own.map(shortened), ...also].join('\n') };
  });
}
