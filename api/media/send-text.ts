/** Sends a text as a file. */
export function sendText(text: string) {
  const bytes = Buffer.from(text);
  const body = (async function* () {
    yield bytes;
  })();
  return { status: 200 as const, body, headers: { 'Cache-Control': 'private, max-age=3600', 'Content-Length': String(bytes.length) } };
}
