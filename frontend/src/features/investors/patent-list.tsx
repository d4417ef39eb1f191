import { useState } from 'react';
import { generatePatents, type Patent } from '#contract/investors/investors.contract.ts';
import { askPublic } from '#frontend/features/investors/public-calls.ts';
import { t } from '#frontend/lib/text.ts';

/** The descriptions of inventions, loaded on request (DL-07). @param onFailure receives the server's message */
export function PatentList({ onFailure }: { readonly onFailure: (detail: string) => void }) {
  const [patents, setPatents] = useState<readonly Patent[] | null>(null);
  const show = async () => {
    try {
      setPatents((await (await askPublic(generatePatents)).json()).individual_patents);
    } catch (error) {
      onFailure((error as Error).message || t('The patent documents could not be listed. Please try again.'));
    }
  };
  if (!patents) {
    return (
      <button type="button" className="iv-button" onClick={() => void show()}>
        {t('Show Patent Documents')}
      </button>
    );
  }
  return (
    <ol className="iv-patents" aria-label={t('Patent documents')}>
      {patents.map(({ id, title, field, status }) => (
        <li key={id}>
          <b>{title}</b> <span className="iv-stated">{`${id} · ${field} · ${status}`}</span>
        </li>
      ))}
    </ol>
  );
}
