import { availableParallelism } from 'node:os'
import { describe, expect, test } from 'vitest'
import { createPasswordHasher } from './password-hash.ts'

describe('the password hasher', () => {
  test('knows the right password from a wrong one, and nobody has any', async () => {
    const hasher = createPasswordHasher()
    const hashed = await hasher.hash('mapleTree7')
    expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await hasher.verify(hashed, 'mapleTree7')).toBe(true)
    expect(await hasher.verify(hashed, 'mapletree7')).toBe(false)
    expect(await hasher.verify(undefined, 'mapleTree7')).toBe(false)
    expect(await hasher.verify(null, '')).toBe(false)
  })

  test('the same password has another hash each time', async () => {
    const hasher = createPasswordHasher()
    expect(await hasher.hash('mapleTree7')).not.toBe(await hasher.hash('mapleTree7'))
  })

  test('T86: a flood is answered "later" past the queue; who waited is served, and it goes on after', async () => {
    const hasher = createPasswordHasher(5)
    // Those that go on at once, on however many cores, are no part of the flood.
    const length = 50 + availableParallelism()
    const answers = await Promise.allSettled(Array.from({ length }, () => hasher.verify(undefined, 'x')))
    const refused = answers.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
    expect(refused.length).toBeGreaterThan(30)
    expect(new Set(refused.map(({ reason }) => reason.code))).toEqual(new Set(['TOO_MANY_REQUESTS']))
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(6)
    expect(await hasher.verify(undefined, 'x')).toBe(false)
  })
})
