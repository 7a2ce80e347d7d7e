import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { solveWork } from '#domain/user/work.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { PASSWORD, type TestCustomer } from '#server/testing/customers.ts'
import { createPlumb, type Plumb, PlumbError } from '../clients/typescript/index.js'

/** The TypeScript client: its types are the contract's, and its calls are answered by a server that listens. */

const root = join(import.meta.dirname, '..')
const FOLDER = join(root, 'clients/typescript')

let app: TestApp
let me: TestCustomer
let plumb: Plumb
beforeAll(async () => {
  app = await openTestApp()
  me = await app.newCustomer()
  plumb = createPlumb({ url: await app.app.listen({ host: '127.0.0.1', port: 0 }) })
})
afterAll(() => app.close())

test('the types are what the contract makes of them', async () => {
  const { clientTypes }: { clientTypes(): string } = await import(join(root, 'scripts/client.mjs'))
  expect(readFileSync(join(FOLDER, 'calls.d.ts'), 'utf8')).toBe(clientTypes())
})

test('signs in, asks, changes something, and is told what is refused', async () => {
  await expect(plumb.get('/user/info')).rejects.toMatchObject({ code: 'SESSION_EXPIRED', needs: 'session' })
  const token = await plumb.post('/user/login', { user_string: me.email, password: PASSWORD })
  plumb.useToken(token as string)
  const info = await plumb.get('/user/info')
  expect(info.uid).toBe(String(me.id))
  const { open } = await plumb.get('/game/round')
  const round = await plumb.post('/game/guess', { round_id: open.id, price: '20000' })
  expect(round.own?.price).toBe('20000.00')
  const refused = await plumb.post('/game/guess', { round_id: '1', price: '1' }).catch((error) => error)
  expect(refused).toBeInstanceOf(PlumbError)
  expect(refused).toMatchObject({ code: 'GAME_ROUND_CLOSED', needs: undefined })
})

test('is given the work that a code costs, and the code for it', async () => {
  const ask = (n: number, work?: string) =>
    plumb.post('/sms_send', { mobile: `+34611${100_000 + n}`, ...(work && { work }) })
  for (let n = 0; n < 10; n++) await ask(n)
  const refused: PlumbError = await ask(10).catch((error) => error)
  expect(refused).toMatchObject({ code: 'CODE_WORK_NEEDED', work: expect.any(String) })
  await ask(10, `${refused.work}.${solveWork(refused.work!)}`)
  expect(await app.messagesTo('+34611100010')).toHaveLength(1)
})

test('moves money once with one key, however often it is sent', async () => {
  await app.give(me.id, 'funding', 'USDT', '10')
  const input = { currency_id: 'USDT', number: '4', from_field: 'legal', to_field: 'change' } as const
  for (const _ of ['once', 'again']) await plumb.post('/wallet/change', input, { key: 'one-key' })
  await plumb.post('/wallet/change', input)
  await expect(plumb.post('/wallet/change', input)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
})

test('compiles for whoever has only the package, and a wrong call does not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumb-client-'))
  try {
    cpSync(FOLDER, join(folder, 'node_modules/plumb-client'), { recursive: true })
    const compile = (source: string) => {
      writeFileSync(join(folder, 'main.mts'), source)
      const options = [
        '--noEmit',
        '--strict',
        '--module',
        'nodenext',
        '--target',
        'es2023',
        '--lib',
        'es2023,dom',
      ]
      const { status, stdout } = spawnSync(
        process.execPath,
        [join(root, 'node_modules/typescript/bin/tsc'), ...options, '--types', '', 'main.mts'],
        { cwd: folder, encoding: 'utf8' },
      )
      return { status, stdout }
    }
    const begin =
      "import { createPlumb } from 'plumb-client'\nconst plumb = createPlumb({ url: 'http://localhost' })\n"
    const right = `${begin}const { open } = await plumb.get('/game/round')
const price: string | undefined = (await plumb.post('/game/guess', { round_id: open.id, price: '1' })).own?.price
console.log(price)\n`
    expect(compile(right)).toEqual({ status: 0, stdout: '' })
    for (const wrong of [
      "await plumb.get('/no/such/call')",
      "await plumb.post('/game/guess', { round_id: '1' })",
      "await plumb.post('/game/guess', { round_id: '1', price: 1 })",
      "(await plumb.get('/game/round')).points",
    ])
      expect([wrong, compile(begin + wrong).status]).not.toEqual([wrong, 0])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
