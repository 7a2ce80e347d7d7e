import { mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSealer } from '../sealer.ts'
import { openVault } from './vault.ts'

const ONE = 'one-upload-1234567890A'
const OTHER = 'one-upload-1234567890B'
const secret = Buffer.from('a picture of a bank statement')

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'plumb-vault-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const open = async () => openVault(dataDir, await openSealer(dataDir))
const pathOf = (id: string) => join(dataDir, 'uploads', id.slice(0, 2), id)

describe('the vault', () => {
  test('gives back what was put in, also after a restart', async () => {
    await (await open()).put(ONE, secret)
    expect(await (await open()).get(ONE)).toEqual(secret)
  })

  test('keeps files and key unreadable: encrypted, and for this user only', async () => {
    await (await open()).put(ONE, secret)
    expect(readFileSync(pathOf(ONE)).includes('bank')).toBe(false)
    expect(statSync(pathOf(ONE)).mode & 0o777).toBe(0o600)
    expect(statSync(join(dataDir, 'keys', 'vault')).mode & 0o777).toBe(0o600)
  })

  test('notices a changed byte, and a file put under another id', async () => {
    const vault = await open()
    await vault.put(ONE, secret)
    renameSync(pathOf(ONE), pathOf(OTHER))
    await expect(vault.get(OTHER)).rejects.toThrow()
    await vault.put(ONE, secret)
    const stored = readFileSync(pathOf(ONE))
    stored[stored.length - 1]! ^= 1
    writeFileSync(pathOf(ONE), stored)
    await expect(vault.get(ONE)).rejects.toThrow()
  })

  test('takes no id that is a path', async () => {
    const vault = await open()
    await expect(vault.put('../../../etc/passwd-xx', secret)).rejects.toThrow('names a file')
    await expect(vault.get('../keys/vault/........')).rejects.toThrow('names a file')
  })

  test('does not start with a key that is none', async () => {
    await open()
    writeFileSync(join(dataDir, 'keys', 'vault'), 'short')
    await expect(open()).rejects.toThrow('must have 32 bytes, it has 5')
  })
})
