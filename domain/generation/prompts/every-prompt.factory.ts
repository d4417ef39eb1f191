import type { RenderedPrompt } from '#domain/platform/prompt-templates.ts';
import { PROMPTS, renderPrompt, type PromptName } from './render-prompt.ts';

export const PROMPT_NAMES = Object.keys(PROMPTS) as PromptName[];

/** Renders a prompt with all of its material. @param more values of some variables; all others are a short text of their own */
export function renderedWhole(name: PromptName, more: Readonly<Record<string, unknown>> = {}): RenderedPrompt {
  const names = ['brief', 'problems', ...PROMPTS[name].material];
  return renderPrompt(name, Object.fromEntries(names.map((one) => [one, more[one] ?? [`of ${one}`]])));
}

/** Returns all rules of ours in all prompts. */
export const everyRule = (): string => PROMPT_NAMES.map((name) => renderedWhole(name).rules).join('\n');
