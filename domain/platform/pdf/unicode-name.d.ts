declare module 'unicode-name' {
  /** The name of a character, an alias, or a label such as `<private-use-E000>`. */
  export function unicodeReadableName(character: string): string | undefined;
}
