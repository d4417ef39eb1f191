import * as z from 'zod/mini';
import { LANGUAGE_CODES } from '#contract/courses/languages.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { fileBody } from '#contract/platform/file-body.ts';
import { LANGUAGE_KEYS } from './interface-languages.ts';

/** I18N-04: maximum number of texts per call, and of characters per text. */
const BULK_TEXTS = 200;
const BULK_CHARACTERS = 2_000;
/** Maximum length of a proposed translation. */
const PROPOSAL_CHARACTERS = 2_000;

/** A language by its code, or by its name in the settings (G50). */
const language = z.pipe(
  z.enum([...LANGUAGE_KEYS, ...Object.keys(LANGUAGE_CODES)] as [string, ...string[]]),
  z.transform((value: string) => (LANGUAGE_CODES as Readonly<Record<string, string>>)[value] ?? value),
);
const oneLanguage = z.object({ language });

/** I18N-04. Texts that could not be translated are returned unchanged. */
export const translateBulk = defineEndpoint({
  name: 'translateBulk',
  method: 'POST',
  path: '/api/translate/bulk',
  summary: 'Texts in another language, in the same order. A text that could not be translated is returned unchanged.',
  auth: 'user',
  offline: 'never',
  scopes: ['generate'],
  readBy: 'sender',
  body: z.object({
    texts: z.array(z.string().check(z.maxLength(BULK_CHARACTERS))).check(z.maxLength(BULK_TEXTS)),
    target_language: language,
    source_language: z._default(language, 'en'),
  }),
  example: { texts: ['Bees'], target_language: 'en' },
  bodyBytes: 500_000,
  responses: {
    200: z.object({
      success: z.boolean(),
      translations: z.array(z.object({ original_text: z.string(), translated_text: z.string() })),
    }),
  },
  errors: ['validation.failed', 'limits.rate', 'spend.user_cap', 'spend.install_cap', 'queue.full'],
  limit: 'translate',
});

/** I18N-05. `texts`: translated by hand, by the services, not requested yet, or `unavailable` because there is no service. */
export const translateLanguages = defineEndpoint({
  name: 'translateLanguages',
  method: 'GET',
  path: '/api/translate/languages',
  summary: 'The languages of the interface, each named in its own script.',
  auth: 'public',
  publicAs: 'information',
  responses: {
    200: z.object({
      success: z.boolean(),
      languages: z.array(
        z.object({
          language: z.string(),
          name: z.string(),
          direction: z.enum(['ltr', 'rtl']),
          texts: z.enum(['hand', 'machine', 'none', 'unavailable']),
        }),
      ),
    }),
  },
  errors: [],
});

const textsSchema = z.object({
  language: z.string(),
  /** `preparing`: a run is translating them now. */
  state: z.enum(['ready', 'preparing', 'none']),
  /** Address of the file, whose content is immutable. Null if there is none yet. */
  address: z.nullable(z.string()),
  /** Number of sentences that remain in English. */
  untranslated: z.int(),
});
export type InterfaceTexts = z.infer<typeof textsSchema>;

export const interfaceTexts = defineEndpoint({
  name: 'interfaceTexts',
  method: 'GET',
  path: '/api/translate/interface/:language',
  summary: 'The address of the interface’s texts in a language.',
  auth: 'public',
  publicAs: 'information',
  link: 'no_secret',
  params: oneLanguage,
  responses: { 200: textsSchema },
  errors: ['validation.failed'],
  limit: 'poll',
});

export const prepareInterfaceTexts = defineEndpoint({
  name: 'prepareInterfaceTexts',
  method: 'POST',
  path: '/api/translate/interface/:language',
  summary: 'Translate the interface into a language, once for all users. Repeating the call returns the same run.',
  auth: 'user',
  offline: 'never',
  scopes: ['generate'],
  namesOpen: 'own',
  params: oneLanguage,
  responses: { 202: textsSchema },
  errors: ['validation.failed', 'spend.install_cap', 'queue.full'],
  limit: 'translate',
});

export const interfaceTextsFile = defineEndpoint({
  name: 'interfaceTextsFile',
  method: 'GET',
  path: '/api/translate/texts/:language/:hash',
  summary: 'The texts of a language: the English sentence is the key.',
  auth: 'public',
  publicAs: 'information',
  link: 'no_secret',
  params: z.object({
    ...oneLanguage.shape,
    hash: z
      .string()
      .check(
        z.regex(/^[0-9a-f]{64}$/, 'Must be a SHA-256 of 64 hexadecimal digits.'),
        z.meta({ examples: ['0123456789abcdef'.repeat(4)] }),
      ),
  }),
  media: 'application/json',
  responses: { 200: fileBody },
  errors: ['not_found', 'validation.failed'],
});

const proposed = z.string().check(z.trim(), z.minLength(1), z.maxLength(PROPOSAL_CHARACTERS));

export const proposeText = defineEndpoint({
  name: 'proposeText',
  method: 'POST',
  path: '/api/translate/proposals',
  summary: 'Propose a better text for a sentence that a service has translated.',
  auth: 'user',
  offline: 'network',
  personOnly: 'own_word',
  readBy: 'sender',
  body: z.object({ ...oneLanguage.shape, original_text: z.string().check(z.minLength(1), z.maxLength(1_000)), proposed_text: proposed }),
  example: { language: 'de', original_text: 'Save', proposed_text: 'Sichern' },
  responses: { 201: z.object({ message: z.string() }) },
  errors: ['validation.failed', 'not_found'],
  limit: 'translate',
});

const proposalSchema = z.object({
  proposal_id: z.string(),
  language: z.string(),
  original_text: z.string(),
  /** The translation displayed now. */
  translated_text: z.nullable(z.string()),
  proposed_text: z.string(),
  created_at: z.string(),
});
export type TextProposal = z.infer<typeof proposalSchema>;

export const listTextProposals = defineEndpoint({
  name: 'listTextProposals',
  method: 'GET',
  path: '/api/operator/translations',
  summary: 'Proposed texts, oldest first, and the languages that have texts.',
  auth: 'operator',
  personOnly: 'installation',
  responses: {
    200: z.object({
      proposals: z.array(proposalSchema),
      languages: z.array(
        z.object({ language: z.string(), translated: z.int(), untranslated: z.int(), made_at: z.string(), by_people: z.int() }),
      ),
    }),
  },
  errors: [],
});

export const decideTextProposal = defineEndpoint({
  name: 'decideTextProposal',
  method: 'POST',
  path: '/api/operator/translations/:proposal_id',
  summary: 'Accept or decline a proposed text.',
  auth: 'operator',
  personOnly: 'installation',
  params: z.object({ proposal_id: z.string() }),
  body: z.object({ accept: z.boolean() }),
  example: { accept: false },
  responses: { 200: z.object({ message: z.string() }) },
  errors: ['not_found', 'validation.failed'],
});
