/** A user who can be mentioned. */
export interface Mentionable {
  readonly user_id: string;
  readonly name: string;
}

const MOST_SUGGESTED = 6;

/** The text between the last `@` and the caret while it may be the beginning of a name; null when no name is being typed. */
export function mentionPrefix(text: string, caret: number): string | null {
  const [, name] = /(?:^|\s)@([^@\n]{0,40})$/.exec(text.slice(0, caret)) ?? [];
  return name ?? null;
}

/** The users whose name, or a word of it, begins with the typed text. */
export function suggestions(people: readonly Mentionable[], typed: string): Mentionable[] {
  const wanted = typed.toLocaleLowerCase();
  const fits = ({ name }: Mentionable) => [name, ...name.split(' ')].some((part) => part.toLocaleLowerCase().startsWith(wanted));
  return people.filter((one) => one.name !== '' && one.name !== typed.trim() && fits(one)).slice(0, MOST_SUGGESTED);
}

/** Replaces the typed part by the full name, and returns the new caret position. */
export function withName(text: string, caret: number, name: string): { readonly text: string; readonly caret: number } {
  const start = text.slice(0, caret).lastIndexOf('@');
  const before = `${text.slice(0, start)}@${name} `;
  return { text: before + text.slice(caret).trimStart(), caret: before.length };
}

/** Ids of the users that a text mentions after an `@`. */
export const mentionedIn = (text: string, people: readonly Mentionable[]): string[] => [
  ...new Set(people.filter(({ name }) => name !== '' && text.includes(`@${name}`)).map(({ user_id: id }) => id)),
];
