import { ENDPOINTS } from '#contract/endpoints.ts';
import { unboundedParts } from '#contract/platform/unbounded-parts.factory.ts';
for (const e of ENDPOINTS) for (const part of ['body'] as const) {
  const s = e[part]; if (!s) continue;
  const u = unboundedParts(s); if (u.length) console.log(e.name, u.join(' | '));
}
