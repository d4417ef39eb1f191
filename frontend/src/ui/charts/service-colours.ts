/**
 * Colours of the AI services in charts, as CSS variables for a chart's root: two dark, two light, two warm, two cool, so that they differ
 * without hue. `--on-<service>` is for words on them.
 */
export const SERVICE_COLOURS = {
  '--service-claude': '#0B5C63',
  '--on-claude': '#FFFFFF',
  '--service-openai': '#6189CF',
  '--on-openai': '#0B1526',
  '--service-gemini': '#BA8A32',
  '--on-gemini': '#1C1402',
  '--service-grok': '#6B3B22',
  '--on-grok': '#FFFFFF',
  '--service-none': '#6F7880',
  '--on-none': '#FFFFFF',
  '[data-scheme="dark"] &': {
    '--service-claude': '#4FB3B0',
    '--on-claude': '#06282B',
    '--service-openai': '#8FB0E8',
    '--service-gemini': '#D9AC57',
    '--service-grok': '#C98A63',
    '--on-grok': '#2B1204',
    '--service-none': '#A9B0B6',
    '--on-none': '#12161A',
  },
} as const;
