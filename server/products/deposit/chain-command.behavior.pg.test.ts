import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type DepositView, depositAddress, deposits } from '#domain/deposit/contract.ts'
import { readChains } from '#server/platform/chain-settings.ts'
import { openTestApp } from '#server/testing/app.ts'
import { LONG, TIMEOUT } from '#server/testing/timeouts.ts'
import { createWatcher } from './watcher.ts'

/** The command by which a chain is tried by hand, as docs/operations.md says it. */

/** Starts `npm run chain -- KIND`. */
function startCommand(kind: string, env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, ['scripts/chain.mjs', kind], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => said.push(line))
  onTestFinished(async () => {
    // It ends its node when nobody types any more.
    child.stdin.end()
    await ended
  })
  return { ended, said, type: (line: string) => child.stdin.write(`${line}\n`) }
}

/** The settings that it prints, as a shell reads them. */
const settingsIn = (said: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    said.flatMap((line) =>
      [...line.matchAll(/\b([A-Z_]+)='([^']*)'/g)].map(([, name, value]) => [name, value]),
    ),
  )

describe.each([
  { kind: 'anvil', currency: 'ETH', network: 'Ethereum', amount: '1.5' },
  { kind: 'usdt', currency: 'USDT', network: 'ERC20', amount: '250' },
  { kind: 'litecoind', currency: 'LTC', network: 'Litecoin', amount: '0.5' },
])('npm run chain -- $kind', ({ kind, currency, network, amount }) => {
  test('starts a chain, and what is typed is paid, counted and credited', LONG, async () => {
    const command = startCommand(kind)
    const isReady = () => command.said.some((line) => line.includes(`ADDRESS ${amount}`))
    await expect.poll(isReady, TIMEOUT).toBe(true)
    const [settings] = readChains(settingsIn(command.said))
    const app = await openTestApp({ chains: [settings!] })
    onTestFinished(() => app.close())
    const watcher = createWatcher({
      ...{ db: app.db, clock: app.clock, settings: settings! },
      log: pino({ level: 'silent' }),
    })
    await watcher.look()

    const customer = await app.newCustomer()
    const { data } = await app.call(depositAddress, { currency, network }, customer.token)
    command.type(`${data.address} ${amount}`)
    await expect.poll(() => command.said.some((line) => line.startsWith('sent: ')), TIMEOUT).toBe(true)
    const seen = async (): Promise<DepositView | undefined> => {
      await watcher.look()
      return (await app.call(deposits, {}, customer.token)).data.items[0]
    }
    command.type('')
    await expect.poll(async () => (await seen())?.confirmations, TIMEOUT).toEqual(expect.any(Number))
    for (let blocks = 0; blocks < 4; blocks++) command.type('')
    await expect.poll(async () => (await seen())?.status, TIMEOUT).toBe('approved')
    const deposit = (await seen())!
    expect(Number(deposit.credited)).toBe(Number(amount))
    expect(deposit).toMatchObject({ source: 'chain', currency, network, address: data.address })
    expect(await app.isConsistent()).toBe(true)
  })
})

test('a part that is missing is named, with what installs it, in one line', LONG, async () => {
  const { ended, said } = startCommand('litecoind', { LITECOIND: '/nowhere/litecoind' })
  expect(await ended).toBe(1)
  expect(said).toEqual(['there is no /nowhere/litecoind: apt-get install litecoind, or name it by LITECOIND'])
})

test('a chain that it does not know is answered with those that it does', LONG, async () => {
  const { ended, said } = startCommand('dogecoin')
  expect(await ended).toBe(1)
  expect(said).toEqual(['npm run chain -- anvil | usdt | litecoind'])
})
