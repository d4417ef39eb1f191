/** After a comma, these are part of a name, not a given name: `Nagy László, PhD`. */
const TITLES = new Set(
  'phd dphil md dds dvm jd edd msc ma mba bsc ba llm llb mphil csc drsc prof dr ing mgr bc ra jr sr jun sen ii iii iv esq obe cbe mbe rn dba eng mag dipl'.split(
    ' ',
  ),
);
const isTitle = (part: string): boolean =>
  part
    .toLowerCase()
    .replaceAll('.', '')
    .split(/[\s-]+/)
    .every((word) => TITLES.has(word));

/**
 * Splits a full name only if it has the form `Family, Given`. Nothing else shows which part is the family name: 山田 花子 and Nagy László begin
 * with it, María Ruiz Soler has two, and many people have a single name. Any other full name stays whole, as the given name.
 */
export function readWholeName(whole: string): { given: string; family: string } {
  const name = whole.replaceAll(/\s+/g, ' ').trim();
  const [before = '', ...after] = name.split(/\s*[,，]\s*/);
  const given = after.filter((part) => part !== '' && !isTitle(part));
  if (before === '' || given.length === 0) return { given: name.replace(/^[,\s]+|[,\s]+$/g, ''), family: '' };
  const titles = after.filter((part) => part !== '' && isTitle(part));
  return { given: given.join(' '), family: [before, ...titles].join(', ') };
}
