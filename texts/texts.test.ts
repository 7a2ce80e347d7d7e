import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { type Language, languages, locales } from '#domain/language.ts'
import { reasons, reasonText } from '#domain/reasons.ts'
// @ts-expect-error: plain JavaScript for the Node the machine has.
import { generated, parametersOf as parametersOfText } from '../scripts/texts.mjs'

/** One check over all that the product says: the app, the console, the refusals and the mails. */

type Texts = Record<string, string>

const root = join(import.meta.dirname, '..')
const parametersOf: (text: string) => string[] = parametersOfText

/** The sources below some folders, without texts and tests: where keys are used. */
const sourceOf = (...folders: string[]): string =>
  folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.ts$/.test(path) && !path.endsWith('refusal-codes.ts'))
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n')

const areasIn = (folder: string): string[] =>
  readdirSync(join(import.meta.dirname, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

const web = sourceOf('web')
const operator = sourceOf('operator')

/** Every file of texts: its area, the languages it has to be in, and the source that uses it. */
const files = [
  ...areasIn('app').map((area) => ({ path: `app/${area}`, area, spoken: languages, source: web })),
  ...areasIn('console').map((area) => ({
    path: `console/${area}`,
    area,
    spoken: ['en'] as const,
    source: operator,
  })),
  { path: 'mails', area: 'mails', spoken: languages, source: sourceOf('server/users') },
  {
    path: 'notices',
    area: 'notices',
    spoken: languages,
    source: sourceOf('server/products/notice'),
  },
  {
    path: 'documents',
    area: 'documents',
    spoken: languages,
    source: sourceOf('server/products/loan', 'server/products/statement'),
  },
  { path: 'terms', area: 'terms', spoken: languages, source: sourceOf('server/products', 'server/console') },
  { path: 'refusals', area: '', spoken: languages, source: sourceOf('domain', 'server', 'web') },
]

const textsOf = (path: string, language: Language): Texts =>
  JSON.parse(readFileSync(join(import.meta.dirname, path, `${language}.json`), 'utf8')) as Texts

const PLURAL = /_(one|other|many)$/
const stemOf = (key: string) => key.replace(PLURAL, '')

/** The forms of plurals that a language has; `many` (whole millions, in Spanish and Italian) may read as `other`. */
const formsOf = (language: Language) =>
  new Intl.PluralRules(locales[language]).resolvedOptions().pluralCategories.filter((form) => form !== 'many')

/** A language's parameters by key; a plural's are those of all its forms. */
function parametersByStem(texts: Texts): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const [key, text] of Object.entries(texts)) {
    const names = new Set([...(found[stemOf(key)] ?? []), ...parametersOf(text)])
    found[stemOf(key)] = [...names].sort()
  }
  return found
}

/** Keys that are put together in a source, such as t(`market.class_${id}`), as patterns. */
const patternsIn = (source: string): { literal: string; pattern: RegExp }[] =>
  [...source.matchAll(/`([a-z_]+\.(?:[\w-]|\$\{[^}]*\})*\$\{[^}]*\}[\w-]*)`/g)].map(([, literal]) => ({
    literal: literal!,
    pattern: new RegExp(`^${literal!.replace('.', '\\.').replace(/\$\{[^}]*\}/g, '[\\w-]+')}$`),
  }))

/** What a customer's statement calls each reason, in the area of the product that brings it. */
const ofReasons: ReadonlySet<string> = new Set(reasons.map(reasonText))

/** Words that were replaced, and where one of them stays: each is looked for in every English text. */
const RETIRED: readonly RegExp[] = [
  /not there yet/i,
  /\blog(ging)?[- ]?(in|out)\b/i,
  /six digits/i,
  /forgotten/i,
  /on the record|has an entry|adds? up to this/i,
  /\bbills?\b/i,
  /\bput (it |this )?in\b|not put/i,
  /\bruns\b|\brunning\b/i,
  /\bleav(e|ing)\b|\bleft early|not left|% left/i,
  /you get then|interest a day|interest at the end/i,
  /ring runs|quote is over|has happened/i,
  /until you enter|, even\b/i,
  /pays itself/i,
  /is sent\?|to go on|go on with|tell the network|no address of|end of the hash|really arrived|you said/i,
  /please enter correct amount/i,
  /\bat once\b/i,
  /^then in|transfer this/i,
  /is quoting|prices there are|move with the book|has too little/i,
  /order ended|^mixed$/i,
  /cannot do it twice|only if it waits/i,
  /where you are signed in|value shown in|rise and fall/i,
  /\bnought\b|nothing waits|^did$/i,
  /somebody|bring funds|where customers pay|taken of|your part|per cent/i,
  // US spelling.
  /cancelled|cancelling|colour|favour|behaviour|licence|centre|\borganis|\brecognis/i,
  // The vocabulary: platform, ledger, wallet.
  /\bhouse\b|\bbooks\b|\bpurse\b/i,
]

/** Second names of one thing that were replaced, in languages that had them. */
const SECOND_NAMES: readonly (readonly [Language, RegExp])[] = [
  [
    'jp',
    /元帳|価格テープ|受領[書証]|途中解約|資金(ウォレット|調達)|取引ハッシュ|サインイン|コミッション|賭け金|あなたの/,
  ],
  ['kor', /가격 테이프|조기 해지|자금 지갑|펀딩|커미션|초 옵션|고객 ?지원|거래 명세|회원님/],
]

/** The specification's own messages keep their words. */
const KEPT = ['AMOUNT_INVALID', 'LOGIN_FAILED']

/** Half-width punctuation beside a Chinese or Japanese character. */
const HALF_WIDTH =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー] ?[,;:!?()]|[,;:!?()] ?[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u

describe.each(files)('texts of $path', ({ path, area, spoken, source }) => {
  const english = textsOf(path, 'en')
  const keyOf = (name: string) => (area ? `${area}.${stemOf(name)}` : name)

  it.each(spoken)('in %s have the keys and parameters of English, and are not empty', (language) => {
    const texts = textsOf(path, language)
    expect(parametersByStem(texts)).toEqual(parametersByStem(english))
    for (const [key, text] of Object.entries(texts)) expect(text.trim(), `${key} in ${language}`).not.toBe('')
  })

  it.each(spoken)('in %s have each plural in the forms of the language', (language) => {
    const keys = Object.keys(textsOf(path, language))
    const plurals = new Set(keys.filter((key) => PLURAL.test(key)).map(stemOf))
    for (const stem of plurals) {
      const forms = formsOf(language).map((form) => `${stem}_${form}`)
      const written = keys.filter((key) => PLURAL.test(key) && stemOf(key) === stem && !key.endsWith('_many'))
      expect(written.sort(), `${stem} in ${language}`).toEqual(forms.sort())
    }
  })

  it('use no English word that was replaced', () => {
    const found = Object.entries(english).filter(
      ([key, text]) => !KEPT.includes(key) && RETIRED.some((retired) => retired.test(text)),
    )
    expect(Object.fromEntries(found)).toEqual({})
  })

  it.each(SECOND_NAMES.filter(([language]) => (spoken as readonly Language[]).includes(language)))(
    'in %s use one name for one thing',
    (language, names) => {
      const found = Object.entries(textsOf(path, language)).filter(([, text]) => names.test(text))
      expect(Object.fromEntries(found)).toEqual({})
    },
  )

  it.each(spoken.filter((language) => /^(zh|hk|jp)$/.test(language)))(
    'in %s use full-width punctuation',
    (language) => {
      const found = Object.entries(textsOf(path, language)).filter(([, text]) => HALF_WIDTH.test(text))
      expect(Object.fromEntries(found)).toEqual({})
    },
  )

  it('are all used', () => {
    const patterns = patternsIn(source)
    const isUsed = (key: string) =>
      source.includes(`'${key}'`) ||
      (path === 'refusals' && source.includes(` ${key}:`)) ||
      ofReasons.has(key) ||
      patterns.some(({ pattern }) => pattern.test(key))
    const unused = Object.keys(english)
      .map(keyOf)
      .filter((key) => !isUsed(key))
    expect(unused).toEqual([])
  })
})

describe.each([
  { folder: 'app', source: web },
  { folder: 'console', source: operator },
])('the keys that $folder uses', ({ folder, source }) => {
  const known = areasIn(folder).flatMap((area) =>
    Object.keys(textsOf(`${folder}/${area}`, 'en')).map((name) => `${area}.${stemOf(name)}`),
  )

  it('all exist', () => {
    const used = [...source.matchAll(/\bt\(\s*'([\w.-]+)'/g)].map((match) => match[1]!)
    expect(used.length).toBeGreaterThan(100)
    expect(used.filter((key) => !known.includes(key))).toEqual([])
  })

  it('say more than the area where they are put together, and match a text', () => {
    const areas = areasIn(folder)
    const composed = patternsIn(source).filter(({ literal }) => areas.includes(literal.split('.')[0]!))
    const vague = composed.filter(
      ({ literal, pattern }) =>
        literal.split('.')[1]!.startsWith('${') || !known.some((key) => pattern.test(key)),
    )
    expect(vague.map(({ literal }) => literal)).toEqual([])
  })
})

test('every reason has its text in the area of its product', () => {
  const keys = areasIn('app').flatMap((area) =>
    Object.keys(textsOf(`app/${area}`, 'en')).map((name) => `${area}.${name}`),
  )
  expect([...ofReasons].filter((key) => !keys.includes(key))).toEqual([])
})

test.each(generated() as { path: string; content: string }[])(
  '$path is up to date: node scripts/texts.mjs writes it',
  ({ path, content }) => expect(readFileSync(join(root, path), 'utf8')).toBe(content),
)

test('the risk notice of contracts states no level that operators may change: the terms have it', () => {
  // By these words the level of a new installation was stated, in each language.
  const stated = /\d|half|一半|半分|절반|mitad|metà/
  for (const language of languages) {
    const texts = JSON.parse(
      readFileSync(join(import.meta.dirname, 'app', 'contract_pages', `${language}.json`), 'utf8'),
    ) as Texts
    const said = ['risk_liquidation', 'question_liquidation'].map((key) => texts[key])
    expect(
      said.filter((text) => stated.test(text!)),
      language,
    ).toEqual([])
  }
})
