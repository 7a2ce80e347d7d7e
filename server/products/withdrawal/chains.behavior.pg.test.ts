// long-running
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressAt } from '#domain/chain/account-key.ts'
import { assetOf, type ChainName, chains } from '#domain/chain/chains.ts'
import type { CustomerId } from '#domain/ids.ts'
import { formatDecimal, parseDecimal, trimZeros, units } from '#domain/money/amount.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { freezeAccount } from '#domain/user/freeze.ts'
import type { WrittenTransaction } from '#domain/withdrawal/console.ts'
import * as calls from '#domain/withdrawal/contract.ts'
import { readPsbt } from '#server/core/chain/bitcoin-transaction.ts'
import { TRANSFER_TOPIC } from '#server/core/chain/evm-calls.ts'
import { typed } from '#server/core/chain/evm-transaction.ts'
import { decodeRlp, wholeBytes } from '#server/core/chain/rlp.ts'
import { rpcClient } from '#server/core/chain/rpc.ts'
import { accountId } from '#server/core/ledger/accounts.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { startAnvil } from '#server/testing/anvil.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestConsole, type Person } from '#server/testing/console.ts'
import { addTestCustomer, type TestCustomer } from '#server/testing/customers.ts'
import { signEvm } from '#server/testing/evm-signer.ts'
import { startLitecoind } from '#server/testing/litecoind.ts'
import type { LocalChain } from '#server/testing/local-chain.ts'
import { makeReadyToWithdraw, PAY_PASSWORD } from '#server/testing/payees.ts'
import { openTestProducts } from '#server/testing/products.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { withdrawal as product } from './product.ts'
import { auditWithdrawals, hasNetworkFee, networkFeesOf, takenOf } from './store.ts'

/** Withdrawals on real chains of this machine: signed away from the server, sent, counted, paid once. */

const kinds: readonly {
  readonly name: string
  readonly chain: ChainName
  readonly network: string
  readonly currency: string
  readonly amount: string
  /** What arrives on the chain, in its unit. */
  readonly arrives: bigint
  readonly start: () => Promise<LocalChain>
  /** What the payer has at first, in the chain's unit. */
  readonly fund: bigint
}[] = [
  {
    ...{ name: 'ETH on anvil', chain: 'Ethereum', network: 'Ethereum', currency: 'ETH', amount: '0.5' },
    ...{ arrives: 498_000_000_000_000_000n, start: () => startAnvil(), fund: 0n },
  },
  {
    ...{ name: 'USDT on anvil', chain: 'Ethereum', network: 'ERC20', currency: 'USDT', amount: '100' },
    ...{ arrives: 95_000_000n, start: () => startAnvil({ token: true }), fund: 1_000_000_000n },
  },
  {
    ...{ name: 'LTC on litecoind', chain: 'Litecoin', network: 'Litecoin', currency: 'LTC', amount: '0.5' },
    ...{ arrives: 49_900_000n, start: startLitecoind, fund: 300_000_000n },
  },
]

/** Blocks from an output's own on before it is spent. */
const DEPTH = 5

const MARKETS = { isFresh: () => true, lastPrice: () => ({ price: 2_000_000, atMs: 0, isClose: false }) }

/** The same transaction of Ethereum with something else in its data. */
const changed = (unsigned: string) =>
  unsigned.slice(0, -4) + (unsigned.at(-4) === '0' ? '1' : '0') + unsigned.slice(-3)

describe.each(kinds)('$name', ({ chain: of, network, currency, amount, arrives, start, fund }) => {
  let chain: LocalChain
  let app: TestApp
  let consoleApp: ReturnType<typeof openTestConsole>
  let run: () => Promise<void>
  let people: { maker: Person; checker: Person }
  let payees = 0

  beforeAll(async () => {
    chain = await start()
    if (fund > 0n) {
      // Several outputs, so that several withdrawals can be prepared.
      for (let n = 0; n < 3; n++) await chain.pay(chain.payer, fund)
      await chain.mine(DEPTH)
    }
    app = await openTestApp({ chains: [chain.settings], markets: MARKETS })
    consoleApp = openTestConsole({ ...app, chains: [chain.settings] })
    const [opened] = openTestProducts({
      ...{ db: app.db, clock: app.clock, chains: [chain.settings], markets: MARKETS },
      products: [product],
    })
    run = async () => {
      for (const job of opened!.jobs ?? []) await job.run()
    }
    people = {
      maker: await consoleApp.addOperator('finance'),
      checker: await consoleApp.addOperator('finance'),
    }
  }, LONG.timeout)
  afterAll(async () => {
    expect(await app.isConsistent()).toBe(true)
    expect(await auditWithdrawals(app.db)).toEqual([])
    await consoleApp.close()
    await app.close()
    await chain.stop()
  })

  const as = (who: keyof typeof people) => consoleApp.tokenOf(people[who])
  const post = async (path: string, fields: Record<string, string>) =>
    consoleApp.post(`/console/withdrawal/${path}`, await as('maker'), fields)
  const detail = async (customer: TestCustomer, id: string) =>
    (await app.call(calls.withdrawalDetail, { id }, customer.token)).data as calls.WithdrawalView
  const funding = (customer: CustomerId) =>
    balanceOf(app.db, accountId(customer, wallets.funding, 'available', currency))

  /** A withdrawal that two operators have approved. */
  async function approved(address = addressAt(chain.settings.key, 5_000 + ++payees)) {
    const customer = await addTestCustomer(app.db, app.clock, { tier: 'basic' })
    await app.give(customer.id, 'funding', currency, '1000')
    await makeReadyToWithdraw(app.db, customer.id)
    await sql`
      insert into withdrawal_address (customer_id, currency, network, name, address, saved_at)
      values (${customer.id}, ${currency}, ${network}, 'Own', ${address}, ${new Date(0)})`.execute(app.db)
    const request = { currency, network, amount, address, payPassword: PAY_PASSWORD }
    const asked = await app.call(calls.requestWithdrawal, request, customer.token)
    expect(asked.error).toBeUndefined()
    const { id } = asked.data as calls.WithdrawalView
    const proposed = await post('propose', { id, reason: 'known' })
    const { proposal } = proposed.data
    const checked = { id: proposal.id, reason: 'seen too' }
    await consoleApp.post('/console/proposal/approve', await as('checker'), checked)
    return { customer, id, address }
  }
  async function prepared(address?: string) {
    const one = await approved(address)
    const { data, error } = await post('prepare', { id: one.id })
    expect(error).toBeUndefined()
    // What a signing device would show: the amount without the fee, to the address, and what the chain may charge.
    const { outputs, mostNetworkFee, feeCurrency } = data.written as WrittenTransaction
    const { decimals } = assetOf(network, currency)!.asset
    expect(outputs[0]).toMatchObject({
      ...{ address: one.address, currency },
      amount: trimZeros(formatDecimal(arrives, decimals)),
    })
    expect(Number(mostNetworkFee)).toBeGreaterThan(0)
    expect(feeCurrency).toBe(of === 'Ethereum' ? 'ETH' : currency)
    return { ...one, unsigned: data.unsigned as string }
  }

  /**
   * Sends, past the server, another transaction that spends what a prepared one spends: one that pays the same for a higher fee,
   * one that pays the address less, or one that pays the payer itself. Returns: its id.
   */
  async function sendInstead(kind: 'dearer' | 'less' | 'elsewhere', unsigned: string, address: string) {
    const rpc = rpcClient(chain.settings.rpcUrl)
    if (chain.settings.chain.addresses === 'evm') {
      const fields = decodeRlp(hexToBytes(unsigned.slice(4))) as Uint8Array[]
      const number = (at: number) => BigInt(`0x${bytesToHex(fields[at]!) || '0'}`)
      const [TIP, MAX_FEE, TO, VALUE, DATA] = [2, 3, 5, 6, 7]
      if (kind === 'dearer') for (const at of [TIP, MAX_FEE]) fields[at] = wholeBytes(number(at) * 2n + 1n)
      else if (kind === 'elsewhere') {
        fields[TO] = hexToBytes(chain.payer.slice(2))
        fields[VALUE] = new Uint8Array()
        fields[DATA] = new Uint8Array()
      } else if (currency === 'ETH') fields[VALUE] = wholeBytes(arrives - 1n)
      else fields[DATA]![67]! ^= 1
      const signed = signEvm(`0x${bytesToHex(typed(fields))}`)
      return (await rpc.call<string>('eth_sendRawTransaction', [signed])).slice(2)
    }
    const { tx } = await rpc.call<{ tx: { vin: object[]; vout: { value: string }[] } }>('decodepsbt', [
      unsigned,
    ])
    const [pays, change] = tx.vout.map(({ value }) => parseDecimal(value, 8)!)
    const fee = 100_000n
    const paid = { dearer: pays!, less: pays! - fee, elsewhere: 0n }[kind]
    const outputs = [
      ...(paid > 0n ? [{ [address]: formatDecimal(paid, 8) }] : []),
      { [chain.payer]: formatDecimal(change! - fee, 8) },
    ]
    const raw = await rpc.call<string>('createrawtransaction', [tx.vin, outputs])
    const { hex } = await rpc.call<{ hex: string }>('signrawtransactionwithwallet', [raw])
    return rpc.call<string>('sendrawtransaction', [hex, 0])
  }

  test('the address that withdrawals are paid from is nobody’s to be paid at', LONG, async () => {
    const customer = await addTestCustomer(app.db, app.clock, { tier: 'basic' })
    const own = { currency, network, name: 'Theirs', address: chain.payer }
    expect((await app.call(calls.saveAddress, own, customer.token)).error).toBe('ADDRESS_NOT_ALLOWED')
  })

  test('is signed away from the server, sent, counted to 5 and paid to the unit', LONG, async () => {
    const { customer, id, address, unsigned } = await prepared()
    const { data, error } = await post('signed', { id, signed: await chain.sign(unsigned) })
    expect([error, data?.status]).toEqual([undefined, 'sent'])
    expect((await app.call(calls.cancelWithdrawal, { id }, customer.token)).error).toBe(
      'WITHDRAWAL_NOT_CANCELABLE',
    )
    // Sent again, as after a restart: the same transaction.
    await run()
    await run()
    for (const confirmations of [1, 2, 3, 4]) {
      await chain.mine()
      await run()
      expect(await detail(customer, id)).toMatchObject({ status: 'sent', confirmations })
    }
    await chain.mine()
    await run()
    await run()
    expect(await detail(customer, id)).toMatchObject({ status: 'done', confirmations: 5 })
    expect(await chain.balanceOf([address])).toBe(arrives)
    // Nobody deposited here: what is on chains is less by what was paid out.
    const { receive } = await detail(customer, id)
    const { onChains } = (await consoleApp.get('/console/liabilities', await as('maker'))).data
    expect(onChains).toEqual([{ currency, amount: `-${receive}` }])
    expect(await left(customer)).toBe(1000 - Number(amount))
  })

  test(
    'blocks that are taken back take its confirmations with them; it is sent again and paid once',
    LONG,
    async () => {
      const { customer, id, address, unsigned } = await prepared()
      expect((await post('signed', { id, signed: await chain.sign(unsigned) })).error).toBeUndefined()
      await run()
      await chain.mine(3)
      await run()
      expect(await detail(customer, id)).toMatchObject({ status: 'sent', confirmations: 3 })
      await chain.reorganize(3)
      await run()
      expect(await detail(customer, id)).toMatchObject({ status: 'sent', confirmations: 0 })
      expect(await chain.balanceOf([address])).toBe(0n)
      await chain.mine(5)
      await run()
      expect(await detail(customer, id)).toMatchObject({ status: 'done', confirmations: 5 })
      expect(await chain.balanceOf([address])).toBe(arrives)
    },
  )

  test(
    'T14: one whose place another took that pays it nothing fails: all of it comes back once',
    LONG,
    async () => {
      const { customer, id, unsigned, address } = await prepared()
      await sendInstead('elsewhere', unsigned, address)
      await chain.mine(4)
      await run()
      expect(await detail(customer, id)).toMatchObject({ status: 'signing' })
      await chain.mine()
      // Two at once, as by two servers of which one does not know yet that it was taken over.
      await Promise.all([run().catch(() => undefined), run().catch(() => undefined)])
      await run()
      expect(await detail(customer, id)).toMatchObject({ status: 'failed' })
      expect(Number(formatAmount(units(await funding(customer.id)), currency))).toBe(1000)
      expect(await chain.balanceOf([address])).toBe(0n)
      expect((await post('reject', { id, reason: 'it failed' })).error).toBe('WITHDRAWAL_STATUS')
    },
  )

  test(
    'T14: one that its wallet sends again for a higher fee is paid, by the one that was mined',
    LONG,
    async () => {
      const { customer, id, unsigned, address } = await prepared()
      expect((await post('signed', { id, signed: await chain.sign(unsigned) })).error).toBeUndefined()
      const { txid: own } = await detail(customer, id)
      const txid = await sendInstead('dearer', unsigned, address)
      await chain.mine(5)
      await run()
      await run()
      expect(txid).not.toBe(own)
      expect(await detail(customer, id)).toMatchObject({ status: 'done', txid })
      expect(await chain.balanceOf([address])).toBe(arrives)
      expect(Number(formatAmount(units(await funding(customer.id)), currency))).toBe(1000 - Number(amount))
    },
  )

  test(
    'T14: one whose place another took that pays something else waits for two operators',
    LONG,
    async () => {
      const { customer, id, unsigned, address } = await prepared()
      const settle = {
        id,
        settled_as: 'paid',
        tx_reference: 'ab'.repeat(32),
        output_index: '0',
        reason: 'looked up',
      }
      expect((await post('settle', settle)).error).toBe('WITHDRAWAL_STATUS')
      const txid = await sendInstead('less', unsigned, address)
      await chain.mine(5)
      await run()
      await run()
      expect(await detail(customer, id)).toMatchObject({ status: 'signing' })
      expect(Number(formatAmount(units(await funding(customer.id)), currency))).toBe(1000 - Number(amount))
      const [waiting] = await queued(id)
      const risk = `Transaction ${txid} took the place of the one prepared: look up what it paid to the address`
      expect(waiting).toMatchObject({ risk: [risk], viewerAction: 'make' })
      expect(waiting.step).toBeUndefined()
      const { data, error } = await post('settle', { ...settle, tx_reference: txid })
      expect(error).toBeUndefined()
      const checked = { id: data.proposal.id, reason: 'seen too' }
      await consoleApp.post('/console/proposal/approve', await as('checker'), checked)
      expect(await detail(customer, id)).toMatchObject({ status: 'done', txid })
    },
  )

  /** What waits of a withdrawal for an operator who pays. */
  async function queued(id: string) {
    const { items } = (await consoleApp.get('/console/queue', await as('maker'))).data
    return items.filter(
      (one: { product: string; id: string }) => one.product === 'withdrawal' && one.id === id,
    )
  }

  /** What is signed, with something in the signature changed; of a chain with outputs, the key that is beside it. */
  async function badlySigned(unsigned: string): Promise<string> {
    if (chain.settings.chain.addresses === 'evm') return signEvm(unsigned, new Uint8Array(32).fill(8))
    const rpc = rpcClient(chain.settings.rpcUrl)
    const { hex } = await rpc.call<{ hex: string }>('finalizepsbt', [await chain.sign(unsigned)])
    const LAST_OF_KEY = -10
    return hex.slice(0, LAST_OF_KEY) + (hex.at(LAST_OF_KEY) === '0' ? '1' : '0') + hex.slice(LAST_OF_KEY + 1)
  }

  test('what is not the transaction that was written, signed by its payer, is not taken', LONG, async () => {
    const [one, other] = [await prepared(), await prepared()]
    const refused = async (signed: string) =>
      (await post('signed', { id: one.id, signed })).error as string | undefined
    for (const unreadable of [
      '00ff',
      '0x02',
      '0x02c0',
      'cHNidP8',
      'I have signed it.',
      (await chain.sign(one.unsigned)).slice(0, -2),
    ])
      expect([unreadable, await refused(unreadable)]).toEqual([unreadable, 'SIGNED_UNREADABLE'])
    expect(await refused(await chain.sign(other.unsigned))).toBe('SIGNED_DIFFERS')
    expect(await refused(other.unsigned)).toBe('SIGNED_DIFFERS')
    if (chain.settings.chain.addresses === 'evm')
      expect(await refused(signEvm(changed(one.unsigned)))).toBe('SIGNED_DIFFERS')
    expect(await refused(one.unsigned)).toBe('SIGNATURE_WRONG')
    expect(await refused(await badlySigned(one.unsigned))).toBe('SIGNATURE_WRONG')
    expect(await detail(one.customer, one.id)).toMatchObject({ status: 'signing' })
    // In their order: a number of an account waits for those before it.
    for (const { id, unsigned } of [one, other])
      expect((await post('signed', { id, signed: await chain.sign(unsigned) })).error).toBeUndefined()
    await run()
    await chain.mine(5)
    await run()
    for (const { customer, id, address } of [one, other]) {
      expect(await detail(customer, id)).toMatchObject({ status: 'done' })
      expect(await chain.balanceOf([address])).toBe(arrives)
    }
  })

  // Found in blocks, by what they spend.
  if (chains[of].addresses === 'witness') {
    test('one that is mined hundreds of blocks after it was written is found and ended', LONG, async () => {
      const { customer, id, address, unsigned } = await prepared()
      expect((await post('signed', { id, signed: await chain.sign(unsigned) })).error).toBeUndefined()
      await chain.mine(310)
      // As far as one run looks, and the rest; it is sent meanwhile.
      for (let n = 0; n < 3; n++) await run()
      await chain.mine(5)
      await run()
      expect(await detail(customer, id)).toMatchObject({ status: 'done', confirmations: 5 })
      expect(await chain.balanceOf([address])).toBe(arrives)
    })

    test(
      'one that a reorganization puts into a block below those looked through is found',
      LONG,
      async () => {
        const rpc = rpcClient(chain.settings.rpcUrl)
        const height = await rpc.call<number>('getblockcount')
        const { customer, id, address, unsigned } = await prepared()
        expect((await post('signed', { id, signed: await chain.sign(unsigned) })).error).toBeUndefined()
        await chain.mine(2)
        await run()
        await rpc.call('invalidateblock', [await rpc.call<string>('getblockhash', [height - 1])])
        await chain.mine(6)
        // Steps back, and finds it.
        await run()
        await run()
        expect(await detail(customer, id)).toMatchObject({ status: 'done', confirmations: 6 })
        expect(await chain.balanceOf([address])).toBe(arrives)
      },
    )
  }

  test(
    'T14: one that the server may not send and its signer sends anyway is paid, not given back',
    LONG,
    async () => {
      const { customer, id, address, unsigned } = await prepared()
      const signed = await chain.sign(unsigned)
      expect((await app.call(freezeAccount, {}, customer.token)).error).toBeUndefined()
      expect((await post('signed', { id, signed })).error).toBe('CUSTOMER_FROZEN')
      await chain.broadcast(signed)
      await chain.mine(4)
      await run()
      expect(await detail(customer, id)).toMatchObject({ status: 'signing' })
      await chain.mine(2)
      // Two at once, as by two servers of which one does not know yet that it was taken over.
      await Promise.all([run().catch(() => undefined), run().catch(() => undefined)])
      await run()
      const found = await detail(customer, id)
      expect(found).toMatchObject({ status: 'done', txid: expect.stringMatching(/^[0-9a-f]{64}$/) })
      expect(await chain.balanceOf([address])).toBe(arrives)
      expect(Number(formatAmount(units(await funding(customer.id)), currency))).toBe(1000 - Number(amount))
    },
  )

  /** The unsigned transaction that pays nothing in the place of a prepared one. */
  async function voidOf(id: string, isFrozen = false): Promise<string> {
    const { data, error } = await post('void', { id, voids: '0', reason: 'its customer froze the account' })
    expect([error, data?.status, data?.actions]).toEqual([
      undefined,
      'signing',
      [...(isFrozen ? [] : ['upload']), 'void', 'uploadVoid'],
    ])
    return data.voiding.unsigned
  }
  const sendVoid = async (id: string, unsigned: string) =>
    post('void_signed', { id, signed: await chain.sign(unsigned) })
  const take = async ({ id, unsigned }: { id: string; unsigned: string }) =>
    (await post('signed', { id, signed: await chain.sign(unsigned) })).error
  const left = async (customer: TestCustomer) =>
    Number(formatAmount(units(await funding(customer.id)), currency))
  /** What the chain charged for what ended a withdrawal, in the smallest unit of its coin. */
  async function networkFee(id: string): Promise<bigint> {
    const { rows } = await sql<{ fee: string }>`
      select network_fee::text as fee from withdrawal_transaction where withdrawal_id = ${BigInt(id)}`.execute(
      app.db,
    )
    return BigInt(rows[0]!.fee)
  }

  test(
    'T14, T94: one that is voided after its customer froze the account gives all of it back once, and the next one is paid',
    LONG,
    async () => {
      const [frozen, next] = [await prepared(), await prepared()]
      expect((await app.call(freezeAccount, {}, frozen.customer.token)).error).toBeUndefined()
      const signed = await chain.sign(frozen.unsigned)
      expect((await post('signed', { id: frozen.id, signed })).error).toBe('CUSTOMER_FROZEN')
      const nextSigned = await chain.sign(next.unsigned)
      expect((await post('signed', { id: next.id, signed: nextSigned })).error).toBeUndefined()
      await run()
      await chain.mine(6)
      await run()
      // The number before its own is spent by nothing yet.
      if (chain.settings.chain.addresses === 'evm')
        expect(await detail(next.customer, next.id)).toMatchObject({ status: 'sent', confirmations: 0 })

      // Nobody is told to sign and send what the server does not send.
      expect((await queued(frozen.id))[0]).toMatchObject({ viewerAction: 'make' })
      expect((await queued(frozen.id))[0]!.step).toBeUndefined()
      const unsigned = await voidOf(frozen.id, true)
      // What is only written is not sent.
      expect(await detail(frozen.customer, frozen.id)).toMatchObject({ status: 'signing', isVoidSent: false })
      const { data, error } = await sendVoid(frozen.id, unsigned)
      expect(error).toBeUndefined()
      // It pays the paying address alone, as the device shows.
      expect((data.voiding.written as WrittenTransaction).outputs).toMatchObject([{ isPayer: true }])
      expect((data.steps as { operator: string | null }[]).every((step) => step.operator)).toBe(true)
      expect(data).toMatchObject({
        ...{ status: 'signing', isVoidSent: true, actions: ['void'] },
        steps: [
          { action: 'prepared', reason: null },
          { action: 'void-prepared', reason: 'its customer froze the account' },
          { action: 'void-sent', reason: null },
        ],
        voiding: { unsigned, txid: expect.stringMatching(/^[0-9a-f]{64}$/) },
      })
      // Sent by a later run where the process ended before it was, and again where its node forgot it.
      await run()
      if (chain.settings.chain.addresses === 'evm')
        await rpcClient(chain.settings.rpcUrl).call('anvil_dropAllTransactions')
      await run()
      await chain.mine(4)
      await run()
      expect(await detail(frozen.customer, frozen.id)).toMatchObject({ status: 'signing', isVoidSent: true })
      await chain.mine()
      await Promise.all([run().catch(() => undefined), run().catch(() => undefined)])
      await run()
      expect(await detail(frozen.customer, frozen.id)).toMatchObject({ status: 'failed', isVoidSent: true })
      expect(await left(frozen.customer)).toBe(1000)
      expect(await chain.balanceOf([frozen.address])).toBe(0n)
      expect(await networkFee(frozen.id)).toBeGreaterThan(0n)
      expect(await detail(next.customer, next.id)).toMatchObject({ status: 'done', isVoidSent: false })
      expect(await chain.balanceOf([next.address])).toBe(arrives)
      const { rows } = await sql<{ action: string; detail: object | null }>`
        select action, detail from audit_log where subject = ${`withdrawal:${frozen.id}`} and action like 'void-%'
        order by id`.execute(app.db)
      expect(rows).toMatchObject([
        { action: 'void-prepared', detail: { reason: 'its customer froze the account' } },
        { action: 'void-sent' },
      ])
      // What it cost is known, so that nobody can say it again.
      expect(await hasNetworkFee(app.db, of, data.voiding.txid)).toBe(true)
    },
  )

  test(
    'T94: one that waits for a signature waits for operators, until it or what voids it is signed',
    LONG,
    async () => {
      const [paid, voided] = [await prepared(), await prepared()]
      for (const { id } of [paid, voided])
        expect(await queued(id)).toMatchObject([{ viewerAction: 'make', step: 'send' }])
      await post('signed', { id: paid.id, signed: await chain.sign(paid.unsigned) })
      const unsigned = await voidOf(voided.id)
      expect(await queued(voided.id)).toHaveLength(1)
      expect((await sendVoid(voided.id, unsigned)).error).toBeUndefined()
      for (const { id } of [paid, voided]) expect(await queued(id)).toEqual([])
      await run()
      await chain.mine(5)
      await run()
      expect(await detail(paid.customer, paid.id)).toMatchObject({ status: 'done' })
      expect(await detail(voided.customer, voided.id)).toMatchObject({ status: 'failed' })
    },
  )

  test('T14: of a prepared one and what voids it the first that is signed is kept alone', LONG, async () => {
    const [paid, voided] = [await prepared(), await prepared()]
    const voids = { paid: await voidOf(paid.id), voided: await voidOf(voided.id) }
    expect(await take(paid)).toBeUndefined()
    expect((await sendVoid(voided.id, voids.voided)).error).toBeUndefined()
    expect((await sendVoid(voided.id, voids.voided)).error).toBe('WITHDRAWAL_STATUS')
    expect(await take(voided)).toBe('WITHDRAWAL_STATUS')
    await run()
    await chain.mine(5)
    await run()
    expect(await detail(paid.customer, paid.id)).toMatchObject({ status: 'done' })
    expect(await chain.balanceOf([paid.address])).toBe(arrives)
    expect(await detail(voided.customer, voided.id)).toMatchObject({ status: 'failed' })
    expect(await left(voided.customer)).toBe(1000)
    for (const { id } of [paid, voided])
      expect((await post('void', { id, voids: '0', reason: 'once more' })).error).toBe('WITHDRAWAL_STATUS')
  })

  test(
    'T14: two that void one at once write one, and it is sent in the place of what came back signed at once',
    LONG,
    async () => {
      const { customer, id, unsigned, address } = await prepared()
      const tokens = [await as('maker'), await as('checker')]
      const atOnce = (calls: readonly (readonly [path: string, fields: object])[]) =>
        Promise.all(
          calls.map(([path, fields], n) =>
            consoleApp.post(`/console/withdrawal/${path}`, tokens[n % 2]!, { id, ...fields }),
          ),
        )
      const asked = { voids: '0', reason: 'its customer froze the account' }
      const written = await atOnce([
        ['void', asked],
        ['void', asked],
      ])
      expect(written.map(({ error }) => error).sort()).toEqual(['WITHDRAWAL_STATUS', undefined])
      const instead = written.find(({ data }) => data)!.data.voiding.unsigned as string
      const [signed, signedVoid] = [await chain.sign(unsigned), await chain.sign(instead)]
      const kept = await atOnce([
        ['signed', { signed }],
        ['void_signed', { signed: signedVoid }],
        ['void_signed', { signed: signedVoid }],
        ['signed', { signed }],
      ])
      const countOf = (...at: number[]) => at.filter((n) => kept[n]!.error === undefined).length
      expect(new Set(kept.map(({ error }) => error))).toEqual(new Set(['WITHDRAWAL_STATUS', undefined]))
      expect([countOf(1, 2), [0, 1].includes(countOf(0, 3))]).toEqual([1, true])
      await run()
      await chain.mine(5)
      await run()
      await run()
      expect(await detail(customer, id)).toMatchObject({ status: 'failed' })
      expect(await chain.balanceOf([address])).toBe(0n)
      expect(await left(customer)).toBe(1000)
    },
  )

  test(
    'T14: one that is sent and not mined is voided, and its customer has all of it back once',
    LONG,
    async () => {
      const { customer, id, unsigned, address } = await prepared()
      expect(await take({ id, unsigned })).toBeUndefined()
      // Nodes of Litecoin's replace nothing that they have.
      if (chain.settings.chain.addresses === 'evm') await run()
      const { data } = await post('void', { id, voids: '0', reason: 'no block takes its fee' })
      expect([data.status, data.actions]).toEqual(['sent', ['void', 'uploadVoid']])
      expect((await post('void', { id, voids: '0', reason: 'nobody saw the first one' })).error).toBe(
        'WITHDRAWAL_STATUS',
      )
      expect((await sendVoid(id, data.voiding.unsigned)).error).toBeUndefined()
      await run()
      await chain.mine(5)
      await run()
      expect(await detail(customer, id)).toMatchObject({ status: 'failed' })
      expect(await chain.balanceOf([address])).toBe(0n)
      expect(await left(customer)).toBe(1000)
    },
  )

  test('T14: one that is mined although it was voided is paid, and nothing comes back', LONG, async () => {
    const { customer, id, unsigned, address } = await prepared()
    expect(await take({ id, unsigned })).toBeUndefined()
    const { data } = await post('void', { id, voids: '0', reason: 'no block takes its fee' })
    expect((await sendVoid(id, data.voiding.unsigned)).error).toBeUndefined()
    await chain.broadcast(await chain.sign(unsigned))
    await chain.mine(5)
    await run()
    expect(await detail(customer, id)).toMatchObject({ status: 'done' })
    expect(await chain.balanceOf([address])).toBe(arrives)
    expect(await left(customer)).toBe(1000 - Number(amount))
  })

  test('what voids one is taken exactly as it was written, signed by its payer', LONG, async () => {
    const { customer, id, unsigned } = await prepared()
    expect((await sendVoid(id, unsigned)).error).toBe('WITHDRAWAL_STATUS')
    const instead = await voidOf(id)
    const refused = async (signed: string) => (await post('void_signed', { id, signed })).error
    expect(await refused('00ff')).toBe('SIGNED_UNREADABLE')
    expect(await refused(await chain.sign(unsigned))).toBe('SIGNED_DIFFERS')
    expect(await refused(instead)).toBe('SIGNATURE_WRONG')
    expect(await refused(await badlySigned(instead))).toBe('SIGNATURE_WRONG')
    expect((await sendVoid(id, instead)).error).toBeUndefined()
    await run()
    await chain.mine(5)
    await run()
    expect(await detail(customer, id)).toMatchObject({ status: 'failed' })
  })

  test(
    'T14: one that its signer sends although it is voided is paid where it is mined first',
    LONG,
    async () => {
      const { customer, id, unsigned, address } = await prepared()
      expect((await sendVoid(id, await voidOf(id))).error).toBeUndefined()
      await chain.broadcast(await chain.sign(unsigned))
      await chain.mine()
      await run()
      await chain.mine(5)
      await run()
      await run()
      expect(await detail(customer, id)).toMatchObject({ status: 'done' })
      expect(await chain.balanceOf([address])).toBe(arrives)
      expect(await left(customer)).toBe(1000 - Number(amount))
    },
  )

  if (chains[of].addresses === 'evm') {
    test('T14: a node takes the void in the place of the prepared one that waits there', LONG, async () => {
      const { customer, id, unsigned, address } = await prepared()
      const instead = await voidOf(id)
      const [NONCE, TIP, MAX_FEE, GAS, TO, VALUE, DATA] = [1, 2, 3, 4, 5, 6, 7]
      const [replaced, fields] = [unsigned, instead].map(
        (text) => decodeRlp(hexToBytes(text.slice(4))) as Uint8Array[],
      )
      const number = (field: Uint8Array) => BigInt(`0x0${bytesToHex(field)}`)
      for (const at of [TIP, MAX_FEE])
        expect(number(fields![at]!) * 10n).toBeGreaterThan(number(replaced![at]!) * 11n)
      // What reserves take as under way: nobody knows yet which of the two it will be.
      const most = [replaced!, fields!].map((one) => number(one[GAS]!) * number(one[MAX_FEE]!))
      const { atMost } = await networkFeesOf(app.db, of, [network], [])
      expect([most.includes(atMost), most.every((one) => one <= atMost)]).toEqual([true, true])
      expect(fields![NONCE]).toEqual(replaced![NONCE])
      expect(`0x${bytesToHex(fields![TO]!)}`).toBe(chain.payer)
      expect([fields![VALUE]!.length, fields![DATA]!.length]).toEqual([0, 0])
      await chain.broadcast(await chain.sign(unsigned))
      expect((await sendVoid(id, instead)).error).toBeUndefined()
      await run()
      await chain.mine(5)
      await run()
      expect(await detail(customer, id)).toMatchObject({ status: 'failed' })
      expect(await chain.balanceOf([address])).toBe(0n)
      expect(await left(customer)).toBe(1000)
    })

    test(
      'T14: what voids one and costs too little by now is written again, and the one that is mined counts',
      LONG,
      async () => {
        const rpc = rpcClient(chain.settings.rpcUrl)
        const { customer, id, unsigned } = await prepared()
        const first = await voidOf(id)
        expect((await sendVoid(id, first)).error).toBeUndefined()
        // Above what the first one pays for gas, so that no block takes it.
        await rpc.call('anvil_setNextBlockBaseFeePerGas', ['0x2e90edd000'])
        await expect(run()).rejects.toThrow('max fee per gas')
        await chain.mine()
        const { data } = await post('void', { id, voids: '1', reason: 'the fee is too low by now' })
        const again = data.voiding.unsigned
        expect([again === first, data.actions]).toEqual([false, ['void', 'uploadVoid']])
        expect(await queued(id)).toEqual([])
        expect((await post('signed', { id, signed: await chain.sign(unsigned) })).error).toBe(
          'WITHDRAWAL_STATUS',
        )
        expect((await sendVoid(id, first)).error).toBe('SIGNED_DIFFERS')
        expect((await sendVoid(id, again)).error).toBeUndefined()
        await run()
        await chain.mine(5)
        await run()
        expect(await detail(customer, id)).toMatchObject({ status: 'failed' })
        expect(await left(customer)).toBe(1000)
        await rpc.call('anvil_setNextBlockBaseFeePerGas', ['0x3b9aca00'])
        await chain.mine()
      },
    )

    test('what a node asks for gas beyond anything that was ever asked is not paid', LONG, async () => {
      const rpc = rpcClient(chain.settings.rpcUrl)
      const { id } = await approved()
      const baseFee = async (wei: bigint) => {
        await rpc.call('anvil_setNextBlockBaseFeePerGas', [`0x${wei.toString(16)}`])
        await chain.mine()
      }
      await baseFee(2_000n * 10n ** 9n)
      expect((await post('prepare', { id })).error).toBe('CHAIN_UNAVAILABLE')
      await baseFee(10n ** 9n)
      expect((await post('prepare', { id })).error).toBeUndefined()
      expect((await sendVoid(id, await voidOf(id))).error).toBeUndefined()
      await run()
      await chain.mine(5)
      await run()
    })
  } else {
    // Litecoin's nodes do so unless they are told otherwise.
    test('T14: of a node that replaces nothing it is said, and what waits there is paid', LONG, async () => {
      const { customer, id, unsigned, address } = await prepared()
      const instead = await voidOf(id)
      await chain.broadcast(await chain.sign(unsigned))
      const { error, message } = await sendVoid(id, instead)
      expect([error, message]).toEqual(['SIGNED_NOT_TAKEN', expect.stringContaining('txn-mempool-conflict')])
      await chain.mine(5)
      await run()
      expect(await detail(customer, id)).toMatchObject({ status: 'done' })
      expect(await chain.balanceOf([address])).toBe(arrives)
    })

    test('what a void brings back is not spent before nothing else can be in its place', LONG, async () => {
      const voided = await prepared()
      const { data } = await sendVoid(voided.id, await voidOf(voided.id))
      await run()
      await chain.mine()
      const spentBy = async () => {
        const one = await prepared()
        return readPsbt(one.unsigned)!.spends.map(({ txid }) => txid)
      }
      // Whatever else there is is spent first.
      let spent: string[] = []
      for (let error: string | undefined; error === undefined; ) {
        const { id } = await approved()
        const written = await post('prepare', { id })
        error = written.error
        if (error === undefined)
          spent.push(...readPsbt(written.data.unsigned)!.spends.map(({ txid }) => txid))
        else expect(error).toBe('WITHDRAWAL_NO_FUNDS')
      }
      expect(spent).not.toContain(data.voiding.txid)
      await chain.mine(4)
      await run()
      expect(await detail(voided.customer, voided.id)).toMatchObject({ status: 'failed' })
      spent = await spentBy()
      expect(spent).toContain(data.voiding.txid)
    })

    test('why a node does not take what was signed is said', LONG, async () => {
      await chain.pay(chain.payer, fund)
      await chain.mine(DEPTH)
      const { id, unsigned, address } = await prepared()
      await sendInstead('elsewhere', unsigned, address)
      await chain.mine()
      const { error, message } = await post('signed', { id, signed: await chain.sign(unsigned) })
      expect([error, message]).toEqual(['SIGNED_NOT_TAKEN', expect.stringContaining('missing')])
      await chain.mine(4)
      await run()
    })
  }

  test(
    'T14: one that was prepared for another paying address is voided and followed by that one',
    LONG,
    async () => {
      const { customer, id } = await prepared()
      const own = addressAt(chain.settings.key, 4_999)
      const settings = [{ ...chain.settings, payer: own }]
      const other = openTestConsole({ ...app, chains: settings })
      const ask = async (path: string, fields: Record<string, string>) =>
        other.post(`/console/withdrawal/${path}`, await as('maker'), fields)
      const { unsigned } = (await ask('void', { id, voids: '0', reason: 'the key is lost' })).data.voiding
      const [opened] = openTestProducts({
        ...{ db: app.db, clock: app.clock, chains: settings, markets: MARKETS },
        products: [product],
      })
      expect((await ask('void_signed', { id, signed: await chain.sign(unsigned) })).error).toBeUndefined()
      const runOther = async () => {
        for (const job of opened!.jobs ?? []) await job.run()
      }
      await runOther()
      await chain.mine(5)
      await runOther()
      expect(await detail(customer, id)).toMatchObject({ status: 'failed' })
      expect(await left(customer)).toBe(1000)
      await other.close()
    },
  )

  if (currency === 'ETH')
    test('one to a contract that costs more than a payment may is not prepared', LONG, async () => {
      const { customer, id, address } = await approved()
      // Counts down from 400,000 for whoever pays it.
      const loop = '0x62061a805b600190038060045700'
      await rpcClient(chain.settings.rpcUrl).call('anvil_setCode', [address, loop])
      expect((await post('prepare', { id })).error).toBe('PAYMENT_TOO_COSTLY')
      expect((await post('reject', { id, reason: 'it costs too much' })).error).toBeUndefined()
      expect(await left(customer)).toBe(1000)
    })

  test('what one that has not ended pays and needs is left to it until it ended', LONG, async () => {
    const { customer, id, unsigned } = await prepared()
    const instead = await voidOf(id)
    const own = [unsigned, instead].flatMap((text) => {
      const txid = readPsbt(text)?.txid
      return txid === undefined ? [] : [`${txid}:*`]
    })
    expect(own).toHaveLength(chains[of].addresses === 'evm' ? 0 : 2)
    const before = await takenOf(app.db, of)
    expect(before.spends).toEqual(expect.arrayContaining(own))
    expect(before.open).toContainEqual({
      spends: expect.any(Array),
      unsigned: [unsigned, instead],
    })
    expect((await sendVoid(id, instead)).error).toBeUndefined()
    await run()
    await chain.mine(5)
    await run()
    expect(await detail(customer, id)).toMatchObject({ status: 'failed' })
    const { spends, open } = await takenOf(app.db, of)
    expect(spends.filter((one) => own.includes(one))).toEqual([])
    expect(open.flatMap((one) => one.unsigned)).not.toContain(unsigned)
  })

  test('T94: what voids one that is voided again costs more than the one before', LONG, async () => {
    const { customer, id, unsigned } = await prepared()
    const first = await voidOf(id)
    const again = await post('void', { id, voids: '1', reason: 'the fee is too low by now' })
    expect(again.error).toBeUndefined()
    const second = again.data.voiding.unsigned as string
    const feeOf = (text: string) => {
      const psbt = readPsbt(text)
      if (psbt) return psbt.spends.reduce((sum, { amount }) => sum + amount!, 0n) - psbt.paid
      const MAX_FEE = 3
      return BigInt(`0x${bytesToHex((decodeRlp(hexToBytes(text.slice(4))) as Uint8Array[])[MAX_FEE]!)}`)
    }
    expect(feeOf(first)).toBeGreaterThan(feeOf(unsigned))
    expect(feeOf(second) * 10n).toBeGreaterThanOrEqual(feeOf(first) * 11n)
    expect((await sendVoid(id, second)).error).toBeUndefined()
    await run()
    await chain.mine(5)
    await run()
    expect(await detail(customer, id)).toMatchObject({ status: 'failed' })
  })

  if (currency === 'LTC')
    test('what signs a part of a transaction only is not taken', LONG, async () => {
      const rpc = rpcClient(chain.settings.rpcUrl)
      const { customer, id, unsigned } = await prepared()
      const { psbt } = await rpc.call<{ psbt: string }>('walletprocesspsbt', [unsigned, true, 'NONE'])
      const { hex } = await rpc.call<{ hex: string }>('finalizepsbt', [psbt])
      for (const signed of [psbt, hex])
        expect((await post('signed', { id, signed })).error).toBe('SIGNATURE_WRONG')
      expect((await post('signed', { id, signed: await chain.sign(unsigned) })).error).toBeUndefined()
      await run()
      await chain.mine(5)
      await run()
      expect(await detail(customer, id)).toMatchObject({ status: 'done' })
    })

  if (currency === 'ETH')
    test('a second one that the wallet has not enough for is not prepared', LONG, async () => {
      const rpc = rpcClient(chain.settings.rpcUrl)
      const has = (wei: bigint) => rpc.call('anvil_setBalance', [chain.payer, `0x${wei.toString(16)}`])
      // Those of tests before that were never signed.
      const waiting = (await takenOf(app.db, of)).open.length
      await has(BigInt(waiting + 1) * 500_000_000_000_000_000n + 200_000_000_000_000_000n)
      const first = await prepared()
      const second = await approved()
      const refused = await post('prepare', { id: second.id })
      expect(refused.error).toBe('WITHDRAWAL_NO_FUNDS')
      await has(100n * 10n ** 18n)
      const { data } = await post('prepare', { id: second.id })
      for (const [id, unsigned] of [
        [first.id, first.unsigned],
        [second.id, data.unsigned],
      ])
        expect((await post('signed', { id, signed: await chain.sign(unsigned) })).error).toBeUndefined()
      await run()
      await chain.mine(5)
      await run()
      expect(await detail(second.customer, second.id)).toMatchObject({ status: 'done' })
    })

  if (currency === 'USDT')
    test('T14: one whose token logs another amount waits for two operators', LONG, async () => {
      const { customer, id, unsigned } = await prepared()
      // Logs one unit less than it is told to move, and answers that it did it.
      const short = `0x600160243503600052600435337f${TRANSFER_TOPIC.slice(2)}60206000a3600160005260206000f3`
      await rpcClient(chain.settings.rpcUrl).call('anvil_setCode', [chain.settings.token!, short])
      expect((await post('signed', { id, signed: await chain.sign(unsigned) })).error).toBeUndefined()
      await run()
      await chain.mine(5)
      await run()
      const { status, txid } = await detail(customer, id)
      expect([status, await left(customer)]).toEqual(['sent', 1000 - Number(amount)])
      const risk = `The token moved another amount than transaction ${txid} was to pay: look up what it paid to the address`
      expect(await queued(id)).toMatchObject([{ risk: [risk] }])
      const said = { id, settled_as: 'paid', tx_reference: txid!, output_index: '0', reason: 'looked up' }
      const { data, error } = await post('settle', said)
      expect(error).toBeUndefined()
      const checked = { id: data.proposal.id, reason: 'seen too' }
      await consoleApp.post('/console/proposal/approve', await as('checker'), checked)
      expect(await detail(customer, id)).toMatchObject({ status: 'done', txid })
    })
})
