import { ACCOUNT_PARTS } from './account-parts.ts';
import { BILLING_PARTS } from './billing-parts.ts';
import { CHAT_PARTS } from './chat-parts.ts';
import { COURSE_PARTS } from './course-parts.ts';
import { MARKET_PARTS } from './market-parts.ts';
import { COMMUNITY_PARTS } from './community-parts.ts';
import { LEARNING_PARTS } from './learning-parts.ts';
import { PLACES_PARTS } from './places-parts.ts';
import { TRANSLATION_PARTS } from './translation-parts.ts';
import type { ExportPart } from './export-part.ts';

/** Every file of a data export, in order. */
export const EXPORT_PARTS: readonly ExportPart[] = [
  ...ACCOUNT_PARTS,
  ...COURSE_PARTS,
  ...MARKET_PARTS,
  ...TRANSLATION_PARTS,
  ...LEARNING_PARTS,
  ...COMMUNITY_PARTS,
  ...CHAT_PARTS,
  ...PLACES_PARTS,
  ...BILLING_PARTS,
];
