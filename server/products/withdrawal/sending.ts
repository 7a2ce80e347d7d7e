import type { Logger } from 'pino'
import { assetOf, ledgerUnits } from '#domain/chain/chains.ts'
import { assert, Refusal, refusal } from '#domain/errors.ts'
import { requireCurrency } from '#domain/money/read-amount.ts'
import { MAX_VOIDS, type WithdrawalStatus } from '#domain/withdrawal/rules.ts'
import { openPayer } from '#server/core/chain/open-node.ts'
import type { Payer, Payment, Signed } from '#server/core/chain/payer.ts'
import { ChainError } from '#server/core/chain/rpc.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { violatedConstraint } from '#server/platform/db/errors.ts'
import { eachAlone } from '#server/platform/each-alone.ts'
import type { AddressRules } from './address-book.ts'
import { approveWithdrawal, failWithdrawal, finishWithdrawal, lockFor, requireSendable } from './service.ts'
import * as store from './store.ts'

/**
 * How approved withdrawals are paid: written for the signer, read back, sent, counted. Whatever moment it ends at, it goes
 * on from what is written: what is signed is sent again until its chain has it, and a transaction can pay only once.
 */
export interface Sending {
  /** Whether a signer is set up for a way out; the others are paid by hand. */
  hasSigner(currency: string, network: string): boolean
  /**
   * Writes the transaction of an approved withdrawal, or, without a signer, marks that it is being paid by hand; of a card, by whom.
   * `also` is done with it, here as below.
   *
   * Refuses: NOT_FOUND, WITHDRAWAL_STATUS, WITHDRAWAL_NO_FUNDS, PAYMENT_TOO_COSTLY, CHAIN_UNAVAILABLE, PREPARED_AT_ONCE; what
   * `requireSendable` refuses.
   */
  prepare(id: bigint, operator: bigint, nowMs: number, also: InTransaction): Promise<void>
  /**
   * Takes a signed transaction: it is sent from then on, until its chain has decided or what voids it is signed.
   *
   * Refuses: NOT_FOUND, WITHDRAWAL_STATUS; what `readSigned` and `requireSendable` refuse.
   */
  takeSigned(id: bigint, signed: string, operator: bigint, nowMs: number, also: InTransaction): Promise<void>
  /**
   * Writes a transaction that takes the place of a prepared one and pays nothing, or of the newest that does. Its purpose is
   * what may not be sent any more, so that what `requireSendable` refuses is not asked. `before`: how many the operator saw, so
   * that nobody replaces one that they have not seen, which might be at the signer.
   *
   * Refuses: NOT_FOUND, WITHDRAWAL_STATUS, WITHDRAWAL_NO_FUNDS, PAYMENT_TOO_COSTLY, CHAIN_UNAVAILABLE.
   */
  writeVoid(id: bigint, before: number, operator: bigint, nowMs: number, also: InTransaction): Promise<void>
  /**
   * Takes it signed: it is sent from then on, and the prepared one is not taken or sent any more. The chain says which of them
   * it has, and by that the withdrawal ends.
   *
   * Refuses: NOT_FOUND, WITHDRAWAL_STATUS; what `readSigned` refuses.
   */
  takeSignedVoid(
    id: bigint,
    signed: string,
    operator: bigint,
    nowMs: number,
    also: InTransaction,
  ): Promise<void>
  /** Approves what nobody needs to look at, sends what is signed, and ends what its chain has decided. */
  run(): Promise<void>
}

/** What pays on a chain, and from which address. */
interface Signer {
  readonly name: string
  readonly address: string
  readonly payer: Payer
}

type InTransaction = (tx: Tx) => Promise<unknown>

const AT_ONCE = 20

export interface SendingOptions extends AddressRules {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
}

/** Makes what prepares, sends and follows withdrawals on chains. */
export function createSending(options: SendingOptions): Sending {
  const { db, clock, log, chains } = options
  const payers = new Map<string, Payer>()

  /** What pays by a way out: from the address that is set now, or from the one that a transaction was prepared for. */
  function signerOf(currency: string, network: string, preparedFor?: string): Signer | undefined {
    const found = assetOf(network, currency)
    const settings = found && chains.find(({ chain }) => chain.name === found.chain.name)
    if (!settings || (found.asset.isToken && settings.token === undefined)) return undefined
    const address = preparedFor ?? settings.payer
    if (address === undefined) return undefined
    const key = `${settings.chain.name} ${address}`
    const payer = payers.get(key) ?? openPayer({ ...settings, payer: address })!
    payers.set(key, payer)
    return { name: settings.chain.name, address, payer }
  }

  /** What a withdrawal pays on its chain. */
  function paymentOf({ currency, network, address, amount, fee }: store.Withdrawal): Payment {
    const asset = assetOf(network, currency)?.asset
    assert(asset, `${currency} by ${network} is an asset of a chain`)
    const { decimals } = requireCurrency(currency)
    // Exact: a request that the chain cannot write is refused.
    return { asset, address, amount: ledgerUnits(amount - fee, decimals, asset.decimals) }
  }

  /** Every one in a status, so many at a time: those that have to wait hold up no others. */
  async function* allIn(statuses: readonly WithdrawalStatus[]): AsyncGenerator<store.Withdrawal> {
    for (let after = 0n; ; ) {
      const found = await store.withdrawalsIn(db, statuses, { after, limit: AT_ONCE })
      yield* found
      if (found.length < AT_ONCE) return
      after = found.at(-1)!.id
    }
  }

  async function approveDue(): Promise<void> {
    for await (const { id } of allIn(['pending']))
      await db
        .transaction()
        .execute((tx) => approveWithdrawal(tx, options, id, undefined, clock.nowMs()))
        .catch(waitIfRefused)
  }

  /** Sends what is signed and counts what its chain has of it. */
  async function follow(withdrawal: store.Withdrawal): Promise<void> {
    const { id, currency, network, confirmationsNeeded } = withdrawal
    const transaction = await store.findTransaction(db, id)
    const signer = signerOf(currency, network, transaction?.payer)
    // Paid by hand, or its settings are not there at present.
    if (!transaction || !signer) return
    const txid = withdrawal.txid ?? undefined
    const payment = paymentOf(withdrawal)
    const voids = transaction.voidings.flatMap(({ sent }) => sent ?? [])
    const voidTxids = voids.map((sent) => sent.txid)
    const found = await signer.payer.find({ ...transaction, txid, voidTxids, payment })
    const { outcome, confirmations } = found
    await store.keepLooked(db, id, found.looked)
    // The newest that pays nothing replaces those before it, and what pays. Which of them the chain has, `find` says.
    const signed = voids.at(-1)?.raw ?? transaction.signed
    if (outcome === 'waiting' && signed !== null) await signer.payer.broadcast(signed)
    if (withdrawal.status === 'sent') await store.countConfirmations(db, id, confirmations)
    const isDeep = confirmations >= confirmationsNeeded
    await store.keepUnclear(db, id, isDeep && found.outcome === 'unclear' ? found.txid : null)
    // What is unclear is for two operators to say.
    if (!isDeep || outcome === 'waiting' || outcome === 'unclear') return
    await db.transaction().execute(async (tx) => {
      if (found.outcome === 'paid') {
        const said = { confirmations, txid: found.txid, outputIndex: found.outputIndex }
        await finishWithdrawal(tx, id, said, clock.nowMs())
      } else await failWithdrawal(tx, id, { confirmations }, clock.nowMs())
      if (found.networkFee !== undefined) await store.keepNetworkFee(tx, id, found.networkFee)
    })
    if (outcome === 'impossible' && voids.length === 0)
      log.error(`withdrawal ${id} could not be paid: its amount went back`)
  }

  /** What was prepared of a withdrawal, and what pays it. Refuses: NOT_FOUND; WITHDRAWAL_STATUS where nothing is, and without a signer. */
  async function preparedOf(id: bigint) {
    const withdrawal = await store.findWithdrawal(db, id)
    if (!withdrawal) throw refusal('NOT_FOUND')
    const transaction = await store.findTransaction(db, id)
    const signer = signerOf(withdrawal.currency, withdrawal.network, transaction?.payer)
    if (!transaction || !signer) throw refusal('WITHDRAWAL_STATUS')
    return { payer: signer.payer, transaction }
  }

  return {
    hasSigner: (currency, network) => signerOf(currency, network) !== undefined,

    async prepare(id, operator, nowMs, also) {
      const withdrawal = await store.findWithdrawal(db, id)
      if (!withdrawal) throw refusal('NOT_FOUND')
      const signer = signerOf(withdrawal.currency, withdrawal.network)
      // The node is asked outside the transaction; what two prepare at once from the same is kept for one of them.
      const prepared =
        signer &&
        (await asked(async () =>
          signer.payer.prepare(paymentOf(withdrawal), await store.takenOf(db, signer.name)),
        ))
      try {
        await db.transaction().execute(async (tx) => {
          const locked = await lockFor(tx, id, 'prepare')
          await requireSendable(tx, options, locked, nowMs)
          if (signer && prepared) {
            const { name: chain, address } = signer
            const written = { chain, payer: address, format: signer.payer.format, prepared, operator }
            await store.insertTransaction(tx, id, written, nowMs)
          }
          // Of a card it is known who pays: there is no transaction that could pay only once.
          const payer = locked.card ? operator : undefined
          assert(
            await store.step(tx, id, 'prepare', 'signing', { payer }, nowMs),
            'a locked withdrawal is prepared',
          )
          await also(tx)
        })
      } catch (error) {
        throw violatedConstraint(error) === 'withdrawal_spend_pkey'
          ? refusal('PREPARED_AT_ONCE', {}, error)
          : error
      }
    },

    async takeSigned(id, signed, operator, nowMs, also) {
      const { payer, transaction } = await preparedOf(id)
      const read = await readSigned(payer, transaction, signed)
      await db.transaction().execute(async (tx) => {
        const locked = await lockFor(tx, id, 'send')
        await requireNotVoided(tx, locked)
        await requireSendable(tx, options, locked, nowMs)
        await store.keepSigned(tx, id, read.raw, operator, nowMs)
        assert(
          await store.step(tx, id, 'send', 'sent', { txid: read.txid }, nowMs),
          'a locked withdrawal is sent',
        )
        await also(tx)
      })
    },

    async writeVoid(id, before, operator, nowMs, also) {
      const { payer, transaction } = await preparedOf(id)
      const replaced = [transaction, ...transaction.voidings].at(-1)!
      const written = await asked(() => payer.prepareVoid(transaction, replaced))
      await db.transaction().execute(async (tx) => {
        const { voidings } = await lockVoidable(tx, id)
        const isSeen = voidings.length === before && transaction.voidings.length === before
        if (!isSeen || before >= MAX_VOIDS) throw refusal('WITHDRAWAL_STATUS')
        await store.insertVoiding(tx, id, { ...written, n: before + 1 }, operator, nowMs)
        await also(tx)
      })
    },

    async takeSignedVoid(id, signed, operator, nowMs, also) {
      const { payer, transaction } = await preparedOf(id)
      const newest = transaction.voidings.at(-1)
      if (!newest) throw refusal('WITHDRAWAL_STATUS')
      const read = await readSigned(payer, newest, signed)
      await db.transaction().execute(async (tx) => {
        const { voidings } = await lockVoidable(tx, id)
        const locked = voidings.at(-1)!
        if (locked.n !== newest.n || locked.sent) throw refusal('WITHDRAWAL_STATUS')
        await store.keepSignedVoid(tx, id, { ...read, n: newest.n }, operator, nowMs)
        await also(tx)
      })
    },

    async run() {
      await approveDue()
      await eachAlone(allIn(['signing', 'sent']), follow)
    },
  }
}

/** Refuses: WITHDRAWAL_STATUS once what voids a locked withdrawal is signed. */
async function requireNotVoided(tx: Tx, { id }: store.Withdrawal): Promise<void> {
  const voidings = (await store.findTransaction(tx, id))?.voidings ?? []
  if (voidings.some(({ sent }) => sent)) throw refusal('WITHDRAWAL_STATUS')
}

/** A prepared withdrawal, held, with what voids it. Refuses: NOT_FOUND, WITHDRAWAL_STATUS. */
async function lockVoidable(tx: Tx, id: bigint) {
  const { unclearTxid } = await lockFor(tx, id, 'void')
  if (unclearTxid !== null) throw refusal('WITHDRAWAL_STATUS')
  return { voidings: (await store.findTransaction(tx, id))?.voidings ?? [] }
}

/** What a node is asked for an operator. Refuses: CHAIN_UNAVAILABLE where it does not answer. */
async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ChainError ? refusal('CHAIN_UNAVAILABLE', {}, error) : error
  }
}

/** A signed transaction as it was written. Refuses: SIGNED_UNREADABLE, SIGNED_DIFFERS, SIGNATURE_WRONG, SIGNED_NOT_TAKEN, CHAIN_UNAVAILABLE. */
async function readSigned(
  payer: Payer,
  written: Parameters<Payer['readSigned']>[0],
  signed: string,
): Promise<Signed> {
  const read = await asked(() => payer.readSigned(written, signed))
  if (typeof read === 'string') throw refusal(notSigned[read])
  if ('notTaken' in read) throw refusal('SIGNED_NOT_TAKEN', { reason: read.notTaken })
  return read
}

const notSigned = {
  unreadable: 'SIGNED_UNREADABLE',
  differs: 'SIGNED_DIFFERS',
  'wrong-signature': 'SIGNATURE_WRONG',
} as const

/** What is paused, listed or cancelled at this moment is looked at again the next time. */
function waitIfRefused(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}
