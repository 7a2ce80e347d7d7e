/**
 * The headings under which a list of names stands in each language: letters; in Japanese the rows of kana, in
 * Korean the first consonants, in Simplified Chinese the letters of pinyin, in Traditional Chinese the strokes.
 */
export function headingOf(name: string, locale: string): string {
  const [first = ''] = name
  if (/\p{Script=Latin}/u.test(first)) return first.normalize('NFD')[0]!.toUpperCase()
  if (locale === 'ko') return consonantOf(first)
  if (locale === 'ja') return /\p{Script=Han}/u.test(first) ? '漢' : (under(KANA, first, 'ja') ?? '#')
  if (locale === 'zh-CN') {
    const syllable = under(PINYIN, first, 'zh-CN')
    return syllable ? PINYIN_LETTERS[PINYIN.indexOf(syllable)]! : '#'
  }
  const stroke = under(STROKES, first, 'zh-Hant-u-co-stroke')
  return stroke ? `${STROKES.indexOf(stroke) + 1}劃` : '#'
}

/** Names in their order, under their headings. */
export function underHeadings<Item extends { readonly name: string }>(
  items: readonly Item[],
  locale: string,
): readonly { readonly heading: string; readonly items: readonly Item[] }[] {
  const groups: { heading: string; items: Item[] }[] = []
  for (const item of items) {
    const heading = headingOf(item.name, locale)
    const last = groups.at(-1)
    if (last?.heading === heading) last.items.push(item)
    else groups.push({ heading, items: [item] })
  }
  return groups
}

const KANA = [...'あかさたなはまやらわ']
/** What begins each letter of pinyin, in the order of the collation; no syllable begins with I, U or V. */
const PINYIN = [...'阿八嚓哒妸发旮哈讥咔垃痳拏噢妑七呥扨它穵夕丫帀']
const PINYIN_LETTERS = [...'ABCDEFGHJKLMNOPQRSTWXYZ']
/** What begins each number of strokes, from one on. */
const STROKES = [...'一丁丈不且丞串並亟乘乾傀亂僎僵儐償叢嚥勸']

/** The last of the boundaries that a name does not come before. */
function under(boundaries: readonly string[], name: string, collation: string): string | undefined {
  const { compare } = collatorOf(collation)
  return boundaries.findLast((boundary) => compare(boundary, name) <= 0)
}

const collators = new Map<string, Intl.Collator>()
function collatorOf(collation: string): Intl.Collator {
  const collator = collators.get(collation) ?? new Intl.Collator(collation, { sensitivity: 'base' })
  collators.set(collation, collator)
  return collator
}

/** The nineteen first consonants, each doubled one as its single one. */
const CONSONANTS = [...'ㄱㄱㄴㄷㄷㄹㅁㅂㅂㅅㅅㅇㅈㅈㅊㅋㅌㅍㅎ']
const FIRST_SYLLABLE = 0xac00
const SYLLABLES_A_CONSONANT = 588
const consonantOf = (syllable: string): string =>
  CONSONANTS[Math.floor((syllable.charCodeAt(0) - FIRST_SYLLABLE) / SYLLABLES_A_CONSONANT)] ?? '#'
