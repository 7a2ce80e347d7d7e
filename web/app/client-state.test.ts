import { beforeEach, expect, test, vi } from 'vitest'

/** What a browser keeps, for a page that is loaded anew each time. */
const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  })
})

/** The state as a page finds it that has just been loaded. */
async function visit() {
  vi.resetModules()
  const { useClient } = await import('./client-state.ts')
  return useClient
}

test('a first visit is in English and in US dollars, of nobody and of a real account', async () => {
  expect((await visit()).getState()).toMatchObject({
    ...{ language: 'en', fiat: { code: 'USD', rate: '1' } },
    ...{ token: undefined, user: undefined, accountType: 0, isDemo: false, inviteCode: undefined },
  })
})

test('all that the specification names is there at the next visit', async () => {
  const chosen = {
    ...{ site: { name: 'A site', logo: './logo.svg' }, language: 'xp' as const, token: 'token' },
    ...{ user: { uid: '7', name: 'Ana' }, accountType: 1, isDemo: true, inviteCode: 'FRIEND' },
    fiat: { code: 'EUR', rate: '0.92', savedAtMs: 1 },
  }
  ;(await visit()).setState(chosen)
  expect((await visit()).getState()).toMatchObject(chosen)
})
