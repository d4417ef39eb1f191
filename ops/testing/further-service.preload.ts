import { AI_SERVICES } from '#contract/platform/ai-service-rows.ts';
import { LUMEN } from '#contract/platform/further-service.factory.ts';

// A program that is started with this file before its own (`node --import`) has the row in all that is made from the table.
Object.assign(AI_SERVICES, { lumen: LUMEN });
