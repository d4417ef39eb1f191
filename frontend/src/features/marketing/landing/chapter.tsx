import type { ReactNode } from 'react';

interface ChapterProps {
  /** The anchor of the chapter, `#pricing`. */
  readonly id: string;
  readonly number: number;
  readonly title: string;
  /** Shown in the margin beside the text. */
  readonly note: ReactNode;
  readonly children: ReactNode;
}

/** A chapter of the page: its number and note in the margin, its text right of the margin line. */
export function Chapter({ id, number, title, note, children }: ChapterProps) {
  return (
    <section className="lp-chapter" id={id} aria-labelledby={`${id}-title`}>
      <span className="lp-number" aria-hidden="true">
        {number}
      </span>
      <h2 id={`${id}-title`}>{title}</h2>
      <div className="lp-note">{note}</div>
      <div className="lp-body">{children}</div>
    </section>
  );
}
