import { AI_SERVICES } from '#contract/platform/ai-service-rows.ts';
import { LUMEN } from '#contract/platform/further-service.factory.ts';

// A program started with this file before its own (`node --import`) has the row in everything derived from the table.
Object.assign(AI_SERVICES, { lumen: LUMEN });
