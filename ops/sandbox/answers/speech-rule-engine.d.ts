declare module 'speech-rule-engine' {
  const engine: { setupEngine(settings: object): Promise<unknown>; toSpeech(mathml: string): string };
  export default engine;
}
