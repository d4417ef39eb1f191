/**
 * The last word of names that introduce a secret in addresses, forms, headers and JSON: `x-api-key`, `client_secret`, `X-Amz-Signature`.
 */
const NAMED = String.raw`(?:key|token|secret|password|passwd|pwd|credentials?|authorization|signature|\bsig|verifier|assertion|samlresponse)`;
/** Characters with which services mask others. */
const HIDING = '*•●∙█';

/**
 * Patterns of likely secrets, whole or masked as services repeat them (`sk-...xyz`, `sk-proj-****abcd`); the first group is kept. Each
 * pattern begins at a word and looks ahead only a limited distance, because a service's words may be long, or crafted to be slow to search.
 */
const SECRETS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g,
  // in an address, before its host
  /(?<![a-z\d+.-])([a-z][a-z\d+.-]{0,20}:\/\/)[^\s/@"']{1,500}(?=@)/gi,
  // recognised by their prefix
  new RegExp(
    String.raw`\b(?:sk|pk|rk|gsk|xai|hf|r8|whsec|cwk|ghp|gho|github_pat|glpat|xox[abprs])[-_‑–][-_‑A-Za-z0-9.…${HIDING}]{4,}`,
    'gi',
  ),
  new RegExp(String.raw`\b(?:AIza|AKIA|ASIA|ya29\.|SG\.)[-_A-Za-z0-9.…${HIDING}]{4,}`, 'g'),
  new RegExp(String.raw`\bkey[-_][-_A-Za-z0-9.…${HIDING}]{12,}`, 'g'),
  /(?<![\w-])eyJ[\w-]{6,}\.[\w-]+(?:\.[\w-]*)*/g,
  // recognised by the text before them: in headers, in JSON, in addresses and forms, in sentences
  /((?:^|[\s"'{])(?:set-)?cookie["']?:\s*)[^\r\n]+/gi,
  /(authorization["']?[\s:=]+["']?(?:bearer|basic)\s+)[^\s"',;]+/gi,
  new RegExp(String.raw`(\b[Bb](?:earer|asic)\s+)(?=[^\s"',;]{0,200}[\d….${HIDING}]|[^\s"',;]{16}|[a-z]{1,50}[A-Z])[^\s"',;]{6,}`, 'g'),
  new RegExp(String.raw`(${NAMED}\\?["']\s{0,9}:\s{0,9}\\?["'])[^"'\\]+`, 'gi'),
  new RegExp(String.raw`((?:${NAMED}|[?&]code)=["']?)[^\s&"',;)}]+`, 'gi'),
  new RegExp(
    String.raw`(${NAMED}(?: provided)?["']?\s{0,9}:\s{0,9}["']?)(?=[^\s"',;]{0,200}(?:[\d…${HIDING}]|\.{3}))[^\s"',;)}]{4,}`,
    'gi',
  ),
  new RegExp(
    String.raw`(${NAMED}(?: provided)?[\s:]{1,9}["'\x60]?)(?![\da-f]{8}-)(?=[\w+/=-]{0,200}\d)(?=[\w+/=-]{0,200}[a-z])[\w+/=-]{8,}`,
    'gi',
  ),
  /((?:key|token|secret)\b[^.\n]{0,30}\b(?:end|start|beginn)(?:s|ing)(?: in| with)?:?\s{1,9}["'`]?)[\w-]+/gi,
  // by being masked
  new RegExp(String.raw`(?<![\w-])[\w-]+[${HIDING}]{2,}[\w-]+|(?<![\w-])[\w-]*[${HIDING}]{3,}[\w-]*`, 'g'),
  /(?<![\w-])(?:x{4,}|X{4,})[\w-]+/g,
  /(?<![\w-])[\w-]{2,}(?:\.{3,}|…)[\w-]{2,}/g,
  /(?<![\w.-])(?:\.{3,}|…)[\w-]{2,}/g,
  /((?:key|token|secret)["'\s:=(`]{1,9})(?=[\w-]{0,200}[A-Z\d])[\w-]+(?:\.{3,}|…)/g,
  // recognised as random, also in Base64
  /\b(?=[A-Za-z]*\d)(?=[a-z\d]*[A-Z])(?=[A-Z\d]*[a-z])[A-Za-z\d]{32,}\b/g,
  /(?<![\w+/-])[\w+/-]{16,}={1,2}(?!\w)/g,
];

/** Maximum length of a service's message, in characters. */
const LONGEST = 50_000;
/** A cut may split a secret, and the rest would not be recognised. */
const CUT = 1_000;

/**
 * Returns the words of a service or an error without anything that looks like one of our secrets: they are stored, logged and shown to
 * operators, and a service may repeat its request, or a part of it. Of very long texts only the beginning is returned.
 */
export function withoutSecrets(words: string): string {
  const left = SECRETS.reduce(
    (rest, secret) => rest.replaceAll(secret, (_, before: unknown) => `${typeof before === 'string' ? before : ''}[key]`),
    words.slice(0, LONGEST),
  );
  return words.length > LONGEST ? left.slice(0, LONGEST - CUT) : left;
}
