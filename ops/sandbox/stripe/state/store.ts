import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Kind, Kinds } from './kinds.ts';

/** The file is rewritten when it reaches this many lines. */
const MOST_LINES = 20_000;

type Row = { id: string };
type Change = [kind: Kind, id: string, row: Row | null];

/**
 * Rows by kind and id, in insertion order. With a file every commit is one line there, so that a request's changes survive a killed process
 * together or not at all.
 */
export class Store {
  #rows = new Map<Kind, Map<string, Row>>();
  #changed = new Map<string, [Kind, string]>();
  #file: string | null;
  #lines = 0;

  constructor(file: string | null) {
    this.#file = file;
    if (file !== null && existsSync(file)) this.#reload(file);
  }

  get<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
    return this.#rows.get(kind)?.get(id) as Kinds[K] | undefined;
  }

  /** For ids referenced by our own rows. @throws Error when the row is missing */
  must<K extends Kind>(kind: K, id: string): Kinds[K] {
    const row = this.get(kind, id);
    if (!row) throw new Error(`the sandbox lost ${kind} ${id}`);
    return row;
  }

  /** All rows of a kind, oldest first. */
  list<K extends Kind>(kind: K): Kinds[K][] {
    return [...(this.#rows.get(kind)?.values() ?? [])] as Kinds[K][];
  }

  /** Adds a row, or records its change. */
  put<K extends Kind>(kind: K, row: Kinds[K]): Kinds[K] {
    let rows = this.#rows.get(kind);
    if (!rows) this.#rows.set(kind, (rows = new Map()));
    rows.set(row.id, row);
    this.#changed.set(`${kind} ${row.id}`, [kind, row.id]);
    return row;
  }

  remove(kind: Kind, id: string): void {
    if (this.#rows.get(kind)?.delete(id)) this.#changed.set(`${kind} ${id}`, [kind, id]);
  }

  /** Writes the changes since the last commit. */
  commit(): void {
    if (this.#changed.size === 0) return;
    const changes = [...this.#changed.values()].map(([kind, id]): Change => [kind, id, this.#rows.get(kind)?.get(id) ?? null]);
    this.#changed.clear();
    if (this.#file === null) return;
    appendFileSync(this.#file, `${JSON.stringify(changes)}\n`);
    this.#lines += 1;
    if (this.#lines > MOST_LINES) this.#compact(this.#file);
  }

  /** Deletes everything. */
  clear(): void {
    this.#rows.clear();
    this.#changed.clear();
    if (this.#file !== null) this.#compact(this.#file);
  }

  #reload(file: string): void {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      for (const [kind, id, row] of parseLine(line)) {
        if (row === null) this.#rows.get(kind)?.delete(id);
        else this.put(kind, row as Kinds[Kind]);
      }
    }
    this.#changed.clear();
    this.#compact(file);
  }

  #compact(file: string): void {
    const lines = [...this.#rows].flatMap(([kind, rows]) => [...rows].map(([id, row]): Change => [kind, id, row]));
    const next = `${file}.next`;
    writeFileSync(next, lines.map((change) => `${JSON.stringify([change])}\n`).join(''));
    renameSync(next, file);
    this.#lines = 0;
  }
}

/** A killed process can leave a partial line, which is skipped. */
function parseLine(line: string): Change[] {
  try {
    return JSON.parse(line) as Change[];
  } catch {
    return [];
  }
}
