const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --quiet: #57606a; --paper: #fff; --ground: #f3f4f6; --line: #8c959f; --accent: #0b57d0; --on-accent: #fff; --bad: #a40e26; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --quiet: #a4adb7; --paper: #161b22; --ground: #0d1117; --line: #6e7681; --accent: #79b8ff; --on-accent: #0d1117; --bad: #ff9492; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 34rem; margin: 2rem auto; padding: 1.5rem; background: var(--paper); border-radius: .75rem; }
h1 { margin: 0 0 .25rem; font-size: 1.4rem; } h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; }
.quiet { color: var(--quiet); } .bad { color: var(--bad); font-weight: 600; } .sum { font-size: 1.6rem; font-weight: 600; margin: .5rem 0; }
table { width: 100%; border-collapse: collapse; } th, td { text-align: start; padding: .35rem 0; font-weight: 400; } td:last-child, th:last-child { text-align: end; }
label { display: block; margin: 1rem 0 .25rem; } fieldset { border: 1px solid var(--line); border-radius: .5rem; margin: 1rem 0 0; } fieldset label { margin: .25rem 0; }
input[type=text], input[type=email] { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: .5rem; }
button, .button { display: inline-block; min-height: 2.75rem; padding: .5rem 1.25rem; font: inherit; font-weight: 600; border: 1px solid var(--accent); border-radius: .5rem; background: var(--accent); color: var(--on-accent); cursor: pointer; }
.wide { width: 100%; margin-top: 1.25rem; } .second { background: transparent; color: var(--accent); }
a { color: var(--accent); } :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; } form.inline { display: inline; } details { margin-top: 1.5rem; }
`;

/** Returns a complete page without scripts. `body` is HTML. */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}

/** Formats cents with the currency's sign. */
export function money(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).format(cents / 100);
}

/** Formats a time in s as a date: December 27, 2026. */
export function day(moment: number): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(moment * 1000);
}
