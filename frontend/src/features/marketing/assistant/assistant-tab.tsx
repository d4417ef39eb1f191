import type { ComponentProps } from 'react';
import { t } from '#frontend/lib/text.ts';

/** The assistant, minimised. */
export function AssistantTab(props: ComponentProps<'button'>) {
  return (
    <button type="button" className="as-tab" aria-expanded={false} {...props}>
      <span>{t('AI Assistant')}</span>
    </button>
  );
}
