declare module '@echogarden/espeak-ng-emscripten' {
  interface SpeechEvent {
    readonly type: string;
    /** Position of the character at which a word begins, from 1. */
    readonly text_position: number;
    readonly word_length: number;
    /** In ms. */
    readonly audio_position: number;
  }
  interface Worker {
    /** @returns 0 if it has this voice */
    set_voice(name: string): number;
    /** Calls back, before it returns, with pieces of the sound and the events heard in them. */
    synthesize(text: string, onPiece: (sound: Int16Array<ArrayBuffer> | null, events: readonly SpeechEvent[] | null) => void): void;
  }
  export default function start(): Promise<{ eSpeakNGWorker: new () => Promise<Worker> }>;
}
