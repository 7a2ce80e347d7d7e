import { describe, expect, test } from 'vitest'
import { pagesFor } from '../app/pages.ts'
import * as all from './all.ts'
import type { Product } from './product.ts'

const products: readonly Product[] = Object.values(all)

/** The files of a folder of the project, as text, by their paths from its root. */
const byPath = (files: Record<string, unknown>): Map<string, string> =>
  new Map(Object.entries(files).map(([path, text]) => [path.replace(/^\//, ''), text as string]))

const sources = byPath(
  import.meta.glob('/operator/**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true }),
)
const serverSources = byPath(
  import.meta.glob('/server/products/*/*.ts', { query: '?raw', import: 'default', eager: true }),
)

/** The files of the console that one of them imports, types too. */
function importsOf(path: string): string[] {
  const targets = [...sources.get(path)!.matchAll(/(?:from|import)\s*\(?'(\.[^']*)'/g)].map(([, target]) =>
    new URL(target!, `file:///${path}`).pathname.slice(1),
  )
  return targets.filter((target) => sources.has(target))
}

/** The first circle of imports that a walk over all files meets, file by file. */
function findCircle(): string[] | undefined {
  const seen = new Set<string>()
  const walk = (path: string, way: readonly string[]): string[] | undefined => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path]
    if (seen.has(path)) return undefined
    seen.add(path)
    for (const target of importsOf(path)) {
      const circle = walk(target, [...way, path])
      if (circle) return circle
    }
    return undefined
  }
  for (const path of sources.keys()) {
    const circle = walk(path, [])
    if (circle) return circle
  }
  return undefined
}

describe('the files of the console', () => {
  test('import each other in no circle', () => {
    expect(importsOf('operator/main.tsx')).toEqual(['operator/app/app.tsx'])
    expect(findCircle()).toBeUndefined()
  })

  test('outside a product import none of it; only the app has the list of all', () => {
    const against = [...sources.keys()].flatMap((path) =>
      importsOf(path)
        .filter((target) => /^operator\/products\/([^/]+\/|all)/.test(target))
        .filter((target) => {
          const own = /^operator\/products\/[^/]+\//.exec(path)?.[0]
          if (own) return !target.startsWith(own)
          return !['operator/app/app.tsx', 'operator/products/all.ts'].includes(path)
        })
        .filter(() => !path.endsWith('.test.ts'))
        .map((target) => `${path} imports ${target}`),
    )
    expect(against).toEqual([])
  })
})

describe('the products', () => {
  test('are all that have a folder', () => {
    const folders = [...sources.keys()].flatMap(
      (path) => /^operator\/products\/([^/]+)\/product\.ts$/.exec(path)?.[1] ?? [],
    )
    expect(Object.keys(all).toSorted()).toEqual(folders.toSorted())
  })

  test('are in the folders of their names, and known to the server', () => {
    for (const { name } of products) {
      expect(sources.has(`operator/products/${name}/product.ts`), name).toBe(true)
      expect(serverSources.has(`server/products/${name}/product.ts`), name).toBe(true)
    }
  })

  test('have a page each by a path of its own', () => {
    const paths = pagesFor(products, ['admin', 'compliance', 'finance', 'risk']).map(({ path }) => path)
    expect(paths.length).toBeGreaterThan(7)
    expect(new Set(paths).size).toBe(paths.length)
  })

  test('name every kind of proposal that the server has, and no other', () => {
    const kinds = [...serverSources.values()].flatMap((text) =>
      [...text.matchAll(/ProposalAction(?: =|>)[\s\S]*?\bkind: '([^']+)'/g)].map(([, kind]) => kind!),
    )
    const named = products.flatMap(({ proposals }) => Object.keys(proposals?.kinds ?? {}))
    expect(named.toSorted()).toEqual(kinds.toSorted())
  })

  test('name no two kinds of proposal alike', () => {
    const labels = products.flatMap(({ proposals }) => Object.values(proposals?.kinds ?? {}))
    expect(labels.filter((label, at) => labels.indexOf(label) !== at)).toEqual([])
  })

  test('have the references that the server finds in the audit log, and no other', () => {
    const letters = [...serverSources.values()].flatMap((text) =>
      [...text.matchAll(/\breferenced: \{([\s\S]*?)\},\n/g)].flatMap(([, body]) =>
        [...body!.matchAll(/\b([A-Z]): \(/g)].map(([, letter]) => letter!),
      ),
    )
    const named = products.flatMap(({ references }) => Object.keys(references ?? {}))
    expect(named.toSorted()).toEqual(letters.toSorted())
  })

  test('name every fund that the server has, and no other', () => {
    const funds = [...serverSources.values()].flatMap((text) =>
      [...text.matchAll(/\bname: ('[^']+'|TREASURY),\s+label:/g)].map(([, name]) =>
        name === 'TREASURY' ? 'treasury' : name!.slice(1, -1),
      ),
    )
    const named = products.flatMap((product) => product.funds ?? [])
    expect(named.map(({ name }) => name).toSorted()).toEqual(funds.toSorted())
  })
})
