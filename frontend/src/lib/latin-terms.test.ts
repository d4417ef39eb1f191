import { describe, expect, it } from 'vitest';
import { isolateLatinTerms } from './latin-terms.ts';

const LRM = '\u200e';

describe('Latin names in a text from right to left', () => {
  it.each([
    ['مقدمة في C++', `مقدمة في C++${LRM}`],
    ['C++: مقدمة', `C++${LRM}: مقدمة`],
    ['لغة C# و F#.', `لغة C#${LRM} و F#${LRM}.`],
    ['منصة .NET اليوم', `منصة ${LRM}.NET اليوم`],
    ['النوع List<String> هنا', `النوع List<String>${LRM} هنا`],
    ['الوسم <template> هنا', `الوسم ${LRM}<template>${LRM} هنا`],
    ['<div>فقرة</div>', `${LRM}<div>${LRM}فقرة${LRM}</div>${LRM}`],
    ['بلغة C++ و.NET', `بلغة C++${LRM} و${LRM}.NET`],
    ['الدالة main() هنا', `الدالة main()${LRM} هنا`],
  ])('%s keeps its punctuation where it belongs', (text, kept) => {
    expect(isolateLatinTerms(text, 'rtl')).toBe(kept);
  });

  it.each(['C++17 و Wi-Fi', 'قال: Python... ثم', 'Python - مقدمة', 'من 5 + 3', 'Python: مقدمة'])('%s needs nothing', (text) => {
    expect(isolateLatinTerms(text, 'rtl')).toBe(text);
  });

  it('nothing is inserted into a text from left to right', () => {
    expect([isolateLatinTerms('Learn C++', 'ltr'), isolateLatinTerms('Learn C++', undefined)]).toEqual(['Learn C++', 'Learn C++']);
  });
});
