/** Paths of the AI services' APIs in the sandbox. */
export const SANDBOX_PATHS = { claude: 'anthropic/v1', openai: 'openai/v1', grok: 'xai/v1', gemini: 'gemini/v1beta' } as const;

/** Addresses of the real ones. */
export const LIVE_BASES = {
  claude: 'https://api.anthropic.com/v1',
  openai: 'https://api.openai.com/v1',
  grok: 'https://api.x.ai/v1',
  gemini: 'https://generativelanguage.googleapis.com/v1beta',
} as const;
