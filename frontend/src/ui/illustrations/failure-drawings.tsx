/** Where something did not work. Each drawing is 160 × 120. */
export const OF_FAILURES = {
  /** A plug pulled out of its socket. */
  offline: (
    <>
      <ellipse data-fill="ground" cx="80" cy="60" rx="70" ry="44" />
      <path data-fill="paper" d="M26 46h30a14 14 0 0 1 14 14v4a14 14 0 0 1-14 14H26z" />
      <path d="M70 55h12M70 69h12M26 62H6" />
      <path data-fill="warm" d="M134 46h-22a12 12 0 0 0-12 12v8a12 12 0 0 0 12 12h22z" />
      <path d="M134 62h20M108 55h8M108 69h8" />
      <path data-line="rust" d="M88 36l-4-12M96 34l3-13M104 38l9-9" />
    </>
  ),
  /** A pencil that broke on the page. */
  error: (
    <>
      <ellipse data-fill="ground" cx="80" cy="64" rx="70" ry="42" />
      <path data-fill="paper" d="M22 34h92v66H22z" />
      <path data-line="faint" d="M34 50h40M34 62h26M34 86h56" />
      <path data-line="rust" d="M34 74c6-6 8 6 14 0s8 6 14 0 6 5 10 2" />
      <path data-fill="warm" d="M72 76l6-14 24-27 9 8-6 2 1 7-7 3 1 5-18 19z" />
      <path data-fill="warm" d="M118 30l16-16a6 6 0 0 1 9 8l-15 17-4-3 1-5-6 1z" />
      <path d="M78 62l8 8" />
      <path data-line="rust" d="M112 22l-2-8M104 28l-8-4M130 46l6 5" />
    </>
  ),
  /** A signpost whose arrows are empty. */
  'not-found': (
    <>
      <ellipse data-fill="ground" cx="80" cy="62" rx="66" ry="44" />
      <path data-fill="paper" d="M77 16h7v92h-7z" />
      <path data-fill="warm" d="M42 24h72l13 11-13 11H42z" />
      <path data-fill="tint" d="M118 54H50L37 65l13 11h68z" />
      <path data-line="rust" d="M56 35h8M72 35h8M88 35h8" />
      <path data-line="faint" d="M60 65h8M76 65h8M92 65h8" />
      <path d="M44 108c10-5 62-5 74 0" />
      <path data-line="petrol" d="M48 106c-1-6-4-9-8-11M50 105c0-6 2-9 5-12M114 106c1-6 3-9 8-11" />
    </>
  ),
  /** A book with a padlock. */
  'no-access': (
    <>
      <ellipse data-fill="ground" cx="80" cy="62" rx="66" ry="44" />
      <path data-fill="paper" d="M38 22h66a8 8 0 0 1 8 8v70H46a8 8 0 0 1-8-8z" />
      <path d="M38 92a8 8 0 0 1 8-8h66" />
      <path data-line="petrol" d="M54 38h40M54 48h24" />
      <path d="M92 74V64a14 14 0 0 1 28 0v10" strokeWidth="3.5" />
      <path data-fill="warm" d="M84 74h44v32H84z" />
      <circle data-fill="rust" cx="106" cy="87" r="4" />
      <path data-line="rust" d="M106 90v7" strokeWidth="3" />
    </>
  ),
} as const;
