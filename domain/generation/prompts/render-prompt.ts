import { promptsIn } from '#domain/platform/prompt-templates.ts';

/** Renders `<name>.md` of this folder (`promptsIn`). */
export const renderPrompt = promptsIn(new URL('./', import.meta.url));
