import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { retiredConstants, retiredNames, retiredPhrases } from './retired-words.ts'

/** The few facts about the sources that cost money or trust when they slip. */

const sources = ['domain', 'texts', 'server', 'web', 'operator']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

/** The project files a source imports, as paths from the root. */
function imports({ path, text }: { path: string; text: string }): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?'([#.][^']*)'/g)].map(([, target]) =>
    target!.startsWith('#') ? target!.slice(1) : normalize(join(dirname(path), target!)),
  )
}

/** The project files a source needs when it runs, at once or later; what only the compiler needs is left out. */
const runtimeImports = ({ path, text }: { path: string; text: string }): string[] =>
  imports({
    path,
    text: text
      .replace(/\b(?:import|export) type [^'=]*'[^']*'/g, '')
      .replace(/\btypeof import\('[^']*'\)/g, ''),
  })

/** Which folders a source of each folder may import from; the first line that fits counts. */
const arrows: [from: RegExp, to: RegExp][] = [
  [/^domain\//, /^domain\//],
  [/^texts\//, /^(texts|domain)\//],
  // The words are the only thing that ui and format know of the app.
  [/^web\/texts\//, /^(web\/texts|domain|texts)\//],
  [/^web\/format\//, /^(web\/(format|texts)|domain|texts)\//],
  [/^web\/ui\//, /^(web\/(ui|format|texts)|domain|texts)\//],
  // Only the router and what is around it know the lists of pages and products.
  [
    /^web\/app\/(app|routes)\.tsx$/,
    /^(web\/(app|ui|format|texts)|domain|texts)\/|^web\/(pages|products)\/all\.ts$|^web\/products\/product(s-context)?\.ts$/,
  ],
  [/^web\/app\//, /^(web\/(app|features|ui|format|texts)|domain|texts)\//],
  [
    /^web\/features\//,
    /^(web\/(features|app|ui|format|texts)|domain|texts)\/|^web\/products\/product(s-context)?\.ts$/,
  ],
  [/^web\/products\//, /^(web\/(products|features|app|ui|format|texts)|domain|texts)\//],
  [/^web\/pages\//, /^(web\/(pages|features|app|ui|format|texts)|domain|texts)\//],
  [/^web\//, /^(web|domain|texts)\//],
  [/^operator\//, /^(operator|web|domain|texts)\//],
  [/^server\/core\//, /^(domain|server\/(core|platform))\//],
  [/^server\/platform\//, /^(domain|texts|server\/platform)\//],
  [/^server\/markets\//, /^(domain|server\/markets|server\/core|server\/platform)\//],
  [/^server\/users\//, /^(domain|texts|server\/(users|core|platform))\//],
  // What is announced of terms has a name in every language.
  [/^server\/console\/terms-change\.ts$/, /^(domain|texts|server\/(console|platform))\//],
  [/^server\/console\//, /^(domain|server\/(console|users|core|platform))\/|^server\/environment\.ts$/],
  [
    /^server\/exchange\//,
    /^(domain|texts|server\/(exchange|products|markets|users|core|platform))\/|^server\/app\.ts$/,
  ],
  // What a product brings to the tests, and the type of it.
  [/^server\/products\/[^/]+\/testing\.ts$/, /^(domain|server)\//],
  [
    /^server\/products\/product\.ts$/,
    /^(domain|server\/(products|console|core|markets|platform))\/|^server\/testing\/product-testing\.ts$/,
  ],
  // The words of notices, documents and announcements are made by the server, in whatever language they are read.
  [
    /^server\/products\/(notice|loan|statement|content)\//,
    /^(domain|texts|server\/(products|console|users|markets|core|platform))\//,
  ],
  [
    /^server\/products\//,
    /^(domain|server\/(products|console|users|markets|core|platform))\/|^server\/environment\.ts$/,
  ],
  [/^server\//, /^(domain|texts|server)\//],
]

describe('the sources', () => {
  test('there is something to look at', () => expect(sources.length).toBeGreaterThan(100))

  test('imports follow the arrows of ARCHITECTURE.md', () => {
    const against = sources.flatMap((source) => {
      const allowed = arrows.find(([from]) => from.test(source.path))?.[1]
      return imports(source)
        .filter((target) => allowed && !allowed.test(target))
        .map((target) => `${source.path} imports ${target}`)
    })
    expect(against).toEqual([])
  })

  test('of the server only the tests that meet the app for real import it', () => {
    const meeting = readdirSync('server', { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => join('server', name))
      .filter((path) =>
        imports({ path, text: readFileSync(path, 'utf8') }).some((to) => /^(web|operator)\//.test(to)),
      )
    // `server/tsconfig.app-tests.json` checks them; the server's own project cannot see the app.
    expect(meeting.sort()).toEqual([
      'server/platform/realtime.test.ts',
      'server/products/support/chats-at-once.behavior.pg.test.ts',
    ])
  })

  test("a product imports of another product only its service or its domain's files", () => {
    const against = sources.flatMap((source) => {
      const own = /^server\/products\/([^/]+)\//.exec(source.path)?.[1]
      if (!own) return []
      return (
        imports(source)
          .filter((target) => /^server\/products\/([^/]+)\//.exec(target)?.[1] !== own)
          .filter((target) => target.startsWith('server/products/') && !/\/service\.ts$/.test(target))
          // What a product is, which belongs to none of them.
          .filter((target) => target !== 'server/products/product.ts')
          .map((target) => `${source.path} imports ${target}`)
      )
    })
    expect(against).toEqual([])
  })

  test('products of the server need each other in one direction', () => {
    const productOf = (path: string) => /^server\/products\/([^/]+)\//.exec(path)?.[1]
    const left = new Map<string, Set<string>>()
    for (const source of sources) {
      const own = productOf(source.path)
      if (!own || source.path.endsWith('/testing.ts')) continue
      const needs = left.get(own) ?? new Set()
      for (const target of imports(source)) {
        const other = productOf(target)
        if (other && other !== own) needs.add(other)
      }
      left.set(own, needs)
    }
    // Takes away what needs nothing that is left; only circles, and what leads to them, stay.
    for (let size = -1; size !== left.size; ) {
      size = left.size
      for (const [own, needs] of left) if (![...needs].some((other) => left.has(other))) left.delete(own)
    }
    expect([...left.keys()]).toEqual([])
  })

  test('a product of the app imports nothing of another one', () => {
    const against = sources.flatMap((source) => {
      const own = /^web\/products\/([^/]+)\//.exec(source.path)?.[1]
      return imports(source)
        .filter((target) => own && ![own, undefined].includes(/^web\/products\/([^/]+)\//.exec(target)?.[1]))
        .map((target) => `${source.path} imports ${target}: put what both need into web/features`)
    })
    expect(against).toEqual([])
  })

  test('no file needs itself, through others', () => {
    const left = new Map(sources.map((source) => [source.path, runtimeImports(source)]))
    const needed = (path: string) => left.get(path)!.find((target) => left.has(target))
    // Takes away what needs nothing that is left; only circles, and what leads to them, stay.
    for (let size = -1; size !== left.size; ) {
      size = left.size
      for (const path of left.keys()) if (!needed(path)) left.delete(path)
    }
    const circle: string[] = []
    for (let path = left.keys().next().value; path && !circle.includes(path); path = needed(path))
      circle.push(path)
    expect(circle).toEqual([])
  })

  test('only the ledger writes accounts, transfers and entries', () => {
    const writes =
      /(insert\s+into|update|delete\s+from)\s+(account|transfer|entry)\b|(insertInto|updateTable|deleteFrom)\('(account|transfer|entry)'/i
    const against = sources.filter(
      ({ path, text }) =>
        writes.test(text) &&
        !path.endsWith('migrations/01-core.ts') &&
        !path.startsWith('server/core/ledger/'),
    )
    expect(against.map(({ path }) => path)).toEqual([])
  })

  test('a server says what it has to say by its log; only what is run from a command line prints', () => {
    const isCommand = (path: string) =>
      /(^|[/-])(command|main|make|calibrate)\.ts$/.test(path) || path === 'server/testing/option-settler.ts'
    const against = sources.filter(
      ({ path, text }) =>
        /^(server|domain)\//.test(path) &&
        !isCommand(path) &&
        /(?<![.\w])console\.(log|error|warn|info|debug)\(/.test(text),
    )
    expect(against.map(({ path }) => path)).toEqual([])
  })

  test('rules read no clock and wait for nothing', () => {
    const against = sources.filter(
      ({ path, text }) =>
        path.startsWith('domain/') &&
        /Date\.now\(|new Date\(\)|Math\.random|\bawait\b|performance\.now/.test(text) &&
        !path.startsWith('domain/proof/'),
    )
    expect(against.map(({ path }) => path)).toEqual([])
  })

  test('no setting or column can prepare a result', () => {
    const forbidden =
      /\b(pre_?result|risk_?mode|win_?rate_?control|force_?(win|lose|result)|control_?(price|result))\b/i
    expect(sources.filter(({ text }) => forbidden.test(text)).map(({ path }) => path)).toEqual([])
  })
})

describe('the words', () => {
  const texts = ['domain', 'server', 'web', 'operator', 'e2e', 'bench', 'scripts', 'docs', '.']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: folder !== '.', encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((path) => /\.(tsx?|m?js|md)$/.test(path) && !/(^|\/)(node_modules|results)\//.test(path))
    // The list itself names every retired word.
    .filter((path) => path !== 'scripts/retired-words.ts')
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

  /** The comments of a source, or the whole of a document, one line each paragraph. */
  const prose = ({ path, text }: { path: string; text: string }): string[] =>
    path.endsWith('.md')
      ? text.split(/\n{2,}/).map((paragraph) => paragraph.replace(/\s+/g, ' '))
      : [...text.matchAll(/\/\*\*([\s\S]*?)\*\/|(?<!:)\/\/(.*)/g)].map(([, block, line]) =>
          (block ?? line ?? '')
            .replace(/\n\s*\*/g, ' ')
            .replace(/\s+/g, ' ')
            .trim(),
        )

  test('no retired name is back', () => {
    const names = new RegExp(`(?<![\\w$])(${Object.keys(retiredNames).join('|')})(?![\\w$])`, 'g')
    const found = texts.flatMap(({ path, text }) =>
      [...new Set([...text.matchAll(names)].map(([name]) => name))].map(
        (name) => `${path}: ${name} is now ${retiredNames[name]}`,
      ),
    )
    expect(found).toEqual([])
  })

  test('a bound is called MAX or MIN', () => {
    const found = texts.flatMap(({ path, text }) =>
      [...text.matchAll(retiredConstants)].map(([name]) => `${path}: ${name}`),
    )
    expect(found).toEqual([])
  })

  test('no retired phrase is back in a comment or document', () => {
    const found = texts.flatMap((source) =>
      prose(source).flatMap((said) =>
        retiredPhrases
          .filter(([phrase]) => phrase.test(said))
          .map(([phrase, instead]) => `${source.path}: ${phrase.exec(said)![0]}: write ${instead}`),
      ),
    )
    expect(found).toEqual([])
  })
})
