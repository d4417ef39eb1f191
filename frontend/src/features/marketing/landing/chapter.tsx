import type { ReactNode } from 'react';

interface ChapterProps {
  /** The anchor of the chapter, `#pricing`. */
  readonly id: string;
  readonly title: string;
  /** A note on the whole chapter, below its title. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** A chapter of the page under its title. */
export function Chapter({ id, title, note, children }: ChapterProps) {
  return (
    <section className="lp-chapter" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {note !== undefined && <div className="lp-note">{note}</div>}
      {children}
    </section>
  );
}
