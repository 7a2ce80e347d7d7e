import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { removeAtomic, writeFileAtomic } from './atomic-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumb-whole-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a whole file', () => {
  test('has its content, and is for this user alone', async () => {
    const path = join(folder, 'key')
    await writeFileAtomic(path, 'first')
    await writeFileAtomic(path, 'second')
    expect(readFileSync(path, 'utf8')).toBe('second')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['key'])
  })

  test('is never seen empty or in part, however often one looks', async () => {
    const content = 'x'.repeat(100_000)
    const reader = new Worker(READER, { eval: true, workerData: { folder, bytes: content.length } })
    await once(reader, 'message')
    for (let n = 0; n < FILES; n++) await writeFileAtomic(join(folder, `${n}.eml`), content)
    writeFileSync(join(folder, 'done'), '')
    const [seen] = await once(reader, 'message')
    expect(seen).toEqual({ looks: FILES, parts: 0 })
  })

  test('leaves nothing behind where it cannot be written', async () => {
    const path = join(folder, 'in the way')
    rmSync(folder, { recursive: true })
    await expect(writeFileAtomic(path, 'x')).rejects.toThrow('ENOENT')
    expect(existsSync(path)).toBe(false)
  })

  test('goes with what a cut-off writing left of it', async () => {
    const path = join(folder, 'upload')
    await writeFileAtomic(path, 'x')
    writeFileSync(`${path}.new`, 'half')
    await removeAtomic(path)
    await removeAtomic(path)
    expect(readdirSync(folder)).toEqual([])
  })
})

const FILES = 300

/** Looks at the sizes of all finished files, again and again, until one called `done` is there. */
const READER = `
  const { readdirSync, statSync } = require('node:fs')
  const { parentPort, workerData: { folder, bytes } } = require('node:worker_threads')
  parentPort.postMessage('ready')
  let looks = 0
  let parts = 0
  const checked = new Set()
  let names
  do {
    names = readdirSync(folder)
    for (const name of names) {
      if (!name.endsWith('.eml') || checked.has(name)) continue
      looks++
      if (statSync(folder + '/' + name).size < bytes) parts++
      else checked.add(name)
    }
  } while (!names.includes('done'))
  parentPort.postMessage({ looks, parts })
`
