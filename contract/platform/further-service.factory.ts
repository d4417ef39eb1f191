import type { AiServiceRow } from './ai-service-rows.ts';
import { toSentence } from './sentence.contract.ts';

/** A service that does not exist, added as a developer would add one: in one row. */
export const LUMEN: AiServiceRow = {
  label: 'Lumen',
  wire: 'chat',
  environment: { own: 'LUMEN', vendor: 'LUMEN' },
  address: 'https://api.lumen.example/v1',
  sandboxPath: 'lumen/v1',
  model: 'lumen-large',
  models: { 'lumen-large': [{ from: '2026-01-01', input: 3, cacheRead: 3, cacheWrite: 3, output: 9 }] },
  family: /^lumen-/,
  roles: { outline: 5, research: 5, lesson: 5, practice: 5, review: 5 },
  mentor: { engine: 'lumen', label: 'Lumen', role: toSentence('Sceptical'), manner: toSentence('With a question back') },
  colours: { light: { fill: '#4D2C6B', words: '#FFFFFF' }, dark: { fill: '#B99AD6', words: '#1F0D30' } },
};
