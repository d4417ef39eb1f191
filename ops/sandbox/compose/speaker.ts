import type { Bank, Book, Facet, Lexicon } from '../language/book.ts';
import type { Brief } from './brief.ts';
import { Deck, pick } from './seeded-random.ts';

/** Approximate number of words of each kind per lesson; lessons start that far apart in the same shuffled list. */
const WORDS_PER_LESSON = 7;
const SENTENCES_PER_LESSON: Record<string, number> = { frames: 3, reasons: 5, details: 7, steps: 5 };
const LEXICON_KEYS = ['thing', 'action', 'tool', 'hazard', 'measure', 'person', 'place', 'event'] as const;
type BankList = Exclude<keyof Bank, 'hooks'>;

export interface SpeakerOptions {
  book: Book;
  brief: Brief;
  /** The same for all pieces of a course. */
  seed: string;
  /** Position of the lesson in the course. */
  index: number;
  facet: Facet;
  /** Fixed words such as `lesson`, `next` or `module`. */
  words?: Record<string, string>;
  /** The facet was taught before and is repeated for one thing. */
  isTwisted?: boolean;
  /** 'core': a long topic is reduced to its subject. */
  topic?: 'whole' | 'core';
}

/** A longer topic is shortened to its core inside lessons. */
const LONG_TOPIC = 24;

/** Fills the slots of a language's patterns for one lesson. */
export class Speaker {
  readonly book: Book;
  readonly brief: Brief;
  readonly bank: Bank;
  readonly seed: string;
  readonly index: number;
  readonly topic: string;
  readonly points: string[];
  readonly myth: string;
  readonly isTwisted: boolean;
  #words: Record<string, string>;
  #lexicon: Record<string, Deck<string>> = {};
  #decks = new Map<string, Deck<string>>();
  #names: Deck<string>;

  constructor({ book, brief, seed, index, facet, words = {}, topic = 'whole', isTwisted = false }: SpeakerOptions) {
    this.book = book;
    this.brief = brief;
    this.seed = seed;
    this.index = index;
    this.isTwisted = isTwisted;
    this.bank = book.voices[brief.voice];
    const short = topic === 'core' && brief.shortTopic.length > LONG_TOPIC ? book.core(brief.shortTopic) : brief.shortTopic;
    this.topic = book.topic(short);
    const lexicon: Lexicon = book.lexicon(`${brief.topic} ${brief.goals.join(' ')}`);
    for (const key of LEXICON_KEYS) this.#lexicon[key] = new Deck(lexicon[key], `${seed} ${key}`, index * WORDS_PER_LESSON);
    this.#names = new Deck(book.names, `${seed} names`, index * 2);
    this.#words = { topic: this.topic, Topic: capitalise(book.titleTopic(short)), ...words };
    const plain = (text: string): string => text.replaceAll('{topic}', this.topic);
    this.#words.focus = plain(facet.focus);
    this.points = facet.points.map(plain);
    this.myth = plain(facet.myth);
  }

  /** Returns a word of the field other than the last one. */
  word(kind: keyof Lexicon): string {
    return (this.#lexicon[kind] as Deck<string>).draw();
  }

  /** Fills a pattern's slots and capitalises its sentences. A name stays the same within one call. */
  say(pattern: string, more: Record<string, string> = {}): string {
    let name = '';
    const filled = pattern.replace(/\{(\w+)\}/g, (slot, key: string) => {
      if (key === 'name') return (name ||= this.#names.draw());
      return more[key] ?? this.#words[key] ?? this.#lexicon[key]?.draw() ?? slot;
    });
    return this.finish(filled);
  }

  /** Returns the next unused sentence of a list of this voice. */
  draw(list: BankList, more: Record<string, string> = {}): string {
    return this.say(this.drawFrom(list, this.bank[list]), more);
  }

  /** Returns the next unused pattern of a list; lessons continue where the previous one stopped. */
  drawFrom(key: string, patterns: readonly string[]): string {
    let deck = this.#decks.get(key);
    if (!deck) {
      deck = new Deck(patterns, `${this.seed} ${key}`, this.index * (SENTENCES_PER_LESSON[key] ?? 1));
      this.#decks.set(key, deck);
    }
    return deck.draw();
  }

  pick<T>(items: readonly T[], what: string): T {
    return pick(items, `${this.seed} ${this.index} ${what}`);
  }

  /** The display name of a form option. */
  term(field: string, option: string): string {
    return this.book.terms[field]?.[option] ?? option.replaceAll('-', ' ');
  }

  join(...sentences: string[]): string {
    return sentences.filter(Boolean).join(this.book.space);
  }

  finish(text: string): string {
    const begun = text.replace(
      /(^|[.!?…]\s+)(["“«¿¡„]*)(\p{Ll})/gu,
      (_, before: string, open: string, letter: string) => before + open + letter.toUpperCase(),
    );
    return this.book.polish(begun);
  }
}

/** Capitalises the first letter, also after an opening quotation mark. */
export function capitalise(text: string): string {
  return text.replace(/^(["“«¿¡„]*)(\p{Ll})/u, (_, before: string, letter: string) => before + letter.toUpperCase());
}
