import { counted } from '#domain/platform/rich-text/rich-tree.ts';
import { readXml } from './read-xml.ts';

interface Level {
  start: number;
  format: string;
  /** `%1.%2)`: the numbers of the levels above and its own. */
  text: string;
}

interface List {
  readonly levels: Map<number, Level>;
  /** What was counted last, by level; of all paragraphs that share the list. */
  readonly counts: number[];
}

const DEEPEST = 9;
const newLevel = (): Level => ({ start: 1, format: 'decimal', text: '' });

/** Counts the numbered paragraphs of a Word document: their numbers are not in its text. */
export class Numbering {
  readonly #lists = new Map<string, List>();
  readonly #listOf = new Map<string, string>();
  /** Where a numbering begins anew, by its id; once each. */
  readonly #restarts = new Map<string, Map<number, number>>();

  /** @param xml `word/numbering.xml` */
  constructor(xml: string | undefined) {
    if (!xml) return;
    let [list, numbering, depth]: [string | null, string | null, number] = [null, null, 0];
    const level = (): Level | undefined => (list === null ? undefined : this.#lists.get(list)?.levels.get(depth));
    readXml(xml, {
      open: (name, attribute) => {
        const value = attribute('val') ?? '';
        if (name === 'abstractNum') this.#lists.set((list = attribute('abstractNumId') ?? ''), { levels: new Map(), counts: [] });
        else if (name === 'num') [list, numbering] = [null, attribute('numId') ?? ''];
        else if (name === 'abstractNumId' && numbering !== null) this.#listOf.set(numbering, value);
        else if (name === 'lvl') {
          depth = Number(attribute('ilvl')) || 0;
          if (list !== null) this.#lists.get(list)!.levels.set(depth, newLevel());
        } else if (name === 'lvlOverride') depth = Number(attribute('ilvl')) || 0;
        else if (name === 'startOverride' && numbering !== null) {
          const starts = this.#restarts.get(numbering) ?? new Map<number, number>();
          this.#restarts.set(numbering, starts.set(depth, Number(value) || 0));
        } else if (name === 'start' && level()) level()!.start = Number(value) || 0;
        else if (name === 'numFmt' && level()) level()!.format = value;
        else if (name === 'lvlText' && level()) level()!.text = value.slice(0, 60);
      },
      close: (name) => {
        if (name === 'abstractNum') list = null;
        if (name === 'num') numbering = null;
      },
    });
  }

  /** Returns the mark in front of the next paragraph of a list; null for a list that shows none. */
  next(id: string, depth: number): string | null {
    const list = this.#lists.get(this.#listOf.get(id) ?? '');
    const level = list?.levels.get(depth);
    if (!list || !level || depth < 0 || depth >= DEEPEST) return null;
    const starts = this.#restarts.get(id);
    if (starts) {
      this.#restarts.delete(id);
      for (const [at, start] of starts) list.counts[at] = start - 1;
      list.counts.length = Math.min(list.counts.length, Math.max(...starts.keys()) + 1);
    }
    list.counts[depth] = (list.counts[depth] ?? level.start - 1) + 1;
    list.counts.length = depth + 1;
    if (level.format === 'bullet') return '-';
    if (level.format === 'none') return null;
    return level.text.replaceAll(/%([1-9])/g, (_, place: string) => {
      const above = Number(place) - 1;
      const { format, start } = list.levels.get(above) ?? newLevel();
      return counted(list.counts[above] ?? start, format);
    });
  }
}
