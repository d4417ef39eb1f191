import { toSentence, type Sentence } from './sentence.contract.ts';

/**
 * The protocols that vendors speak: Anthropic's Messages, OpenAI's Responses, xAI's variant of Responses, Google's generateContent, and
 * OpenAI's older chat completions, which most other vendors support. Clients, model lists, batches and stand-ins are chosen by protocol.
 */
export type Wire = 'messages' | 'responses' | 'xai-responses' | 'generate-content' | 'chat';

/** A list price, in US dollars per million tokens, which is micro-dollars per token. */
export interface ListPrice {
  /** First day it applies, UTC. */
  readonly from: string;
  readonly input: number;
  /** Price of a token read from the vendor's prompt cache. */
  readonly cacheRead: number;
  /** Price of a token written to the cache; equals `input` if writing is free. */
  readonly cacheWrite: number;
  /** Includes thinking tokens. */
  readonly output: number;
  /** Share of these prices charged by the vendor's batch service, if its price page states one for the model. */
  readonly batchShare?: number;
}

/** The roles of a service in a course; `ServiceRole` adds the vendor's other interfaces. */
export type CourseRole = 'outline' | 'research' | 'lesson' | 'practice' | 'review';
export type ServiceRole = CourseRole | 'speech' | 'moderation' | 'pictures' | 'clips';

interface Colour {
  readonly fill: string;
  /** Colour of words on the fill. */
  readonly words: string;
}

export interface AiServiceRow {
  /** The name shown to users. */
  readonly label: string;
  readonly wire: Wire;
  /** Prefixes of its environment variables: `<own>_MODEL`, `_PROVIDER`, `_PRICE` …, and `<vendor>_API_KEY`, `<vendor>_BASE_URL`. */
  readonly environment: { readonly own: string; readonly vendor: string };
  /** The vendor's address, and the path that replaces it in the sandbox. */
  readonly address: string;
  readonly sandboxPath: string;
  /** The default model, from `models`. */
  readonly model: string;
  /** Its text models by id, prices newest last; a model without prices has an unknown cost. */
  readonly models: Readonly<Record<string, readonly ListPrice[]>>;
  /** Matches its model ids, for models that are not listed. */
  readonly family: RegExp;
  /** Rank among the services of each role; the lowest number leads, and the two lowest alternate in lessons. */
  readonly roles: Readonly<Record<CourseRole, number>> & Readonly<Partial<Record<ServiceRole, number>>>;
  /** The mentor's stored name for it, its displayed label, and its style of answering. */
  readonly mentor: { readonly engine: string; readonly label: string; readonly role: Sentence; readonly manner: Sentence };
  /** Its models for speech recognition and synthesis, with two voices; absent without speech. */
  readonly speech?: { readonly hears: string; readonly speaks: string; readonly voices: readonly [string, string] };
  /** Its colour in charts and marks. */
  readonly colours: { readonly light: Colour; readonly dark: Colour };
}

/**
 * The AI services, one row each, in display order. Everything else that depends on a service is derived from its row; docs/extending.md
 * says how to add one. Prices apply below the vendors' long-context thresholds (200,000 tokens and more), which our prompts never reach;
 * sources: the vendors' price pages, read 2026-11. Colours: two dark, two light, two warm, two cool, so that they differ without hue.
 */
export const AI_SERVICES = {
  grok: {
    label: 'Grok',
    wire: 'xai-responses',
    environment: { own: 'GROK', vendor: 'XAI' },
    address: 'https://api.x.ai/v1',
    sandboxPath: 'xai/v1',
    model: 'grok-4.7',
    models: {
      'grok-4.7': [{ from: '2026-09-21', input: 2, cacheRead: 0.5, cacheWrite: 2, output: 6 }],
      'grok-latest': [],
    },
    family: /^grok-/,
    roles: { outline: 4, research: 1, lesson: 4, practice: 4, review: 1 },
    mentor: { engine: 'grok', label: 'Grok', role: toSentence('Strategic'), manner: toSentence('What to do with it') },
    colours: { light: { fill: '#6B3B22', words: '#FFFFFF' }, dark: { fill: '#C98A63', words: '#2B1204' } },
  },
  claude: {
    label: 'Claude',
    wire: 'messages',
    environment: { own: 'CLAUDE', vendor: 'ANTHROPIC' },
    address: 'https://api.anthropic.com/v1',
    sandboxPath: 'anthropic/v1',
    model: 'claude-sonnet-5-5',
    models: {
      'claude-sonnet-5-5': [
        { from: '2026-09-28', input: 2, cacheRead: 0.2, cacheWrite: 2.5, output: 10, batchShare: 0.5 },
        { from: '2026-10-07', input: 2, cacheRead: 0.1, cacheWrite: 2.5, output: 10, batchShare: 0.5 },
      ],
      'claude-opus-5-5': [],
      'claude-haiku-5-5': [],
    },
    family: /^claude-/,
    roles: { outline: 1, research: 4, lesson: 1, practice: 3, review: 4 },
    mentor: { engine: 'claude', label: 'Claude', role: toSentence('Academic'), manner: toSentence('Careful, showing its reasoning') },
    colours: { light: { fill: '#0B5C63', words: '#FFFFFF' }, dark: { fill: '#4FB3B0', words: '#06282B' } },
  },
  gemini: {
    label: 'Gemini',
    wire: 'generate-content',
    environment: { own: 'GEMINI', vendor: 'GEMINI' },
    address: 'https://generativelanguage.googleapis.com/v1beta',
    sandboxPath: 'gemini/v1beta',
    model: 'gemini-3.8-flash',
    models: {
      'gemini-3.8-flash': [
        { from: '2026-09-02', input: 0.75, cacheRead: 0.075, cacheWrite: 0.75, output: 3.75, batchShare: 0.5 },
        { from: '2027-01-01', input: 1.5, cacheRead: 0.15, cacheWrite: 1.5, output: 7.5, batchShare: 0.5 },
      ],
      'gemini-4-pro': [],
    },
    family: /^gemini-/,
    roles: { outline: 3, research: 2, lesson: 2, practice: 2, review: 3, speech: 2, pictures: 1, clips: 1 },
    mentor: { engine: 'gemini', label: 'Gemini', role: toSentence('Creative'), manner: toSentence('With images and analogies') },
    speech: { hears: 'gemini-3.5-transcribe', speaks: 'gemini-3.8-flash-tts', voices: ['Charon', 'Kore'] },
    colours: { light: { fill: '#BA8A32', words: '#1C1402' }, dark: { fill: '#D9AC57', words: '#1C1402' } },
  },
  openai: {
    label: 'OpenAI',
    wire: 'responses',
    environment: { own: 'OPENAI', vendor: 'OPENAI' },
    address: 'https://api.openai.com/v1',
    sandboxPath: 'openai/v1',
    model: 'gpt-6.1-terra',
    models: {
      'gpt-6.1-terra': [{ from: '2026-10-26', input: 1, cacheRead: 0.05, cacheWrite: 1.25, output: 5, batchShare: 0.5 }],
      'gpt-6.1-sol': [],
      'gpt-5.5': [],
    },
    family: /^(gpt-|o\d)/,
    roles: { outline: 2, research: 3, lesson: 3, practice: 1, review: 2, speech: 1, moderation: 1 },
    // G31: the mentor and the generator have different names for this service
    mentor: { engine: 'gpt4', label: 'GPT', role: toSentence('General'), manner: toSentence('Short and plain') },
    speech: { hears: 'whisper-1', speaks: 'gpt-4o-mini-tts', voices: ['marin', 'cedar'] },
    colours: { light: { fill: '#6189CF', words: '#0B1526' }, dark: { fill: '#8FB0E8', words: '#0B1526' } },
  },
} as const satisfies Readonly<Record<string, AiServiceRow>>;
