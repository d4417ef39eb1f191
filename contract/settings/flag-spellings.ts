type Flags = Readonly<Record<string, boolean | undefined>>;

/** Reads a flag that has two spellings; undefined when neither is present. */
export const flagOf = (said: Flags, name: string, other: string): boolean | undefined => said[name] ?? said[other];

/** Returns a check that rejects an object in which two spellings of one flag differ; the problem names the second. */
export const agreeing =
  (pairs: readonly (readonly [name: string, other: string])[]) =>
  (payload: { readonly value: Flags; readonly issues: object[] }): void => {
    for (const [name, other] of pairs) {
      const [one, two] = [payload.value[name], payload.value[other]];
      if (one === undefined || two === undefined || one === two) continue;
      payload.issues.push({ code: 'custom', path: [other], input: payload.value, message: `Says something else than ${name}.` });
    }
  };
