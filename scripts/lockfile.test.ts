import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface LockedPackage {
  readonly version?: string
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, LockedPackage>
}

/** Where Node would find a package that another one needs: beside it, or in a folder further up. */
function found(name: string, neededBy: string): LockedPackage | undefined {
  const folders = neededBy.split('/node_modules/').map((_, n, parts) => parts.slice(0, n + 1))
  const places = [...folders.map((parts) => `${parts.join('/node_modules/')}/node_modules/${name}`)]
  return [`node_modules/${name}`, ...places].map((place) => packages[place]).findLast(Boolean)
}

test('T84: the lockfile has every package that some platform needs, so that npm ci takes it', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => found(name, path)?.version === undefined),
  )
  expect(missing).toEqual([])
})

test('every platform with a pinned Node has the same one', () => {
  const { optionalDependencies } = packages['']!
  const versions = Object.entries(optionalDependencies!).filter(([name]) => name.startsWith('node-'))
  expect(versions.length).toBeGreaterThan(0)
  expect(new Set(versions.map(([, version]) => version)).size).toBe(1)
})
