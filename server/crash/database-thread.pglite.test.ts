import { expect, test } from 'vitest'
import { walletTransfer } from '#domain/wallet/contract.ts'
import { startServer } from '#server/testing/server-process.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { workdirOf } from '#server/testing/workdir.ts'
import { send } from './client.ts'
import { differences, ledgerErrors } from './compare.ts'
import { addTraders, signIn } from './traders.ts'
import { settle, type Trader } from './traffic.ts'

/** The thread of the embedded database ends by itself: so does the server, that it may be started again. */

/** Read by the server's Node before the server: a signal ends the thread, as running out of memory would. */
const DEADLY = "process.on('worker',(thread)=>process.once('SIGUSR2',()=>thread.terminate()))"
const deadly = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(DEADLY)}` }

const transfer = { currency: 'USDT', amount: '1', from: 'spot', to: 'funding' }

test(
  'a database thread that dies ends the server with one line, and nothing acknowledged is lost',
  LONG,
  async () => {
    const workdir = workdirOf()
    await workdir.inspect((db) => addTraders({ db }, 1))
    const server = await startServer({ ...workdir.settings, ...deadly })
    const [trader] = (await signIn(server.url, 1)) as [Trader]
    const caller = { url: server.url, token: trader.token }
    async function attempt(key: string) {
      const answer = await send(caller, walletTransfer, transfer, key)
      trader.attempts.push({ call: walletTransfer, input: transfer, key, answer })
      return answer
    }

    expect(await attempt('before')).toMatchObject({ ok: true })
    const linesBefore = server.lines().length
    const underWay = Array.from({ length: 20 }, (_, n) => attempt(`under-way-${n}`))
    process.kill(server.pid, 'SIGUSR2')
    expect(await server.ended).toEqual({ code: 1, signal: null })
    expect(server.lines().slice(linesBefore)).toEqual([
      'Plumb stopped: the embedded database ended by itself (exit code 1); start Plumb again',
    ])
    await Promise.all(underWay)

    const again = await startServer(workdir.settings)
    await settle(again.url, [trader])
    expect(await differences(again.url, [trader])).toEqual([])
    expect(await again.kill('SIGTERM')).toEqual({ code: 0, signal: null })
    expect(await workdir.inspect(ledgerErrors)).toEqual([])
  },
)
