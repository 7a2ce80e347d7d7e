import type { ChainAsset } from '#domain/chain/chains.ts'
import type { Looked } from './look.ts'

/**
 * What pays from a wallet whose keys are nowhere near this server. A transaction is written here, signed away from here
 * (the default: by hand, offline), and read back; what is not exactly what was written is not sent.
 */
export interface Payer {
  readonly format: 'psbt' | 'evm'
  /**
   * Writes the transaction that makes a payment.
   *
   * Refuses: WITHDRAWAL_NO_FUNDS, PAYMENT_TOO_COSTLY; (ChainError) what the node does not answer.
   */
  prepare(payment: Payment, taken: Taken): Promise<Written>
  /**
   * Writes a transaction that spends what a prepared one spends and pays nobody but the paying address itself, for a fee by which
   * nodes take it in the place of another: of the prepared one, or of the last that was written for it.
   *
   * Refuses: WITHDRAWAL_NO_FUNDS, PAYMENT_TOO_COSTLY; (ChainError) what the node does not answer.
   */
  prepareVoid(prepared: Prepared, replaced: Pick<Prepared, 'unsigned'>): Promise<WrittenVoid>
  /** Reads a signed transaction back, or says what is wrong with it. Refuses: (ChainError) what the node does not answer. */
  readSigned(
    prepared: Pick<Prepared, 'unsigned' | 'expectedTxid'>,
    signed: string,
  ): Promise<Signed | NotSigned>
  /** Sends a signed transaction, again and again as it may be; one that the chain has already is left as it is. */
  broadcast(raw: string): Promise<void>
  /** Where a transaction stands, as the node sees it now. */
  find(transaction: SentTransaction): Promise<Found>
}

/** What earlier transactions of a chain leave to the next one. */
export interface Taken {
  /** What they pay from; and as `<txid>:*` all that one pays which may not be in the chain for good yet. */
  readonly spends: readonly string[]
  /** Those that have not ended. */
  readonly open: readonly OpenTransaction[]
}

export interface OpenTransaction extends Pick<Prepared, 'spends'> {
  /** As it was written, and what voids it: one of them will be in the chain. */
  readonly unsigned: readonly string[]
}

export interface Payment {
  readonly asset: ChainAsset
  readonly address: string
  /** In the chain's own smallest unit. */
  readonly amount: bigint
}

export interface Prepared {
  /** What is handed to the signer. */
  readonly unsigned: string
  /** What it pays from, of which each can be used once. @example ['nonce:0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed:5'] */
  readonly spends: readonly string[]
  /** Its id, where signing does not change it. */
  readonly expectedTxid: string | undefined
  /** The chain when it was written, and later how far it was looked through for the transaction. */
  readonly looked: Looked
}

export interface Written extends Prepared {
  /** What the chain charges for it at most, in the smallest unit of the chain's own coin. */
  readonly mostNetworkFee: bigint
}

export type WrittenVoid = Pick<Written, 'unsigned' | 'expectedTxid' | 'mostNetworkFee'>

export interface Signed {
  /** As it is sent. */
  readonly raw: string
  /** 64 hexadecimal digits, in small letters. */
  readonly txid: string
}

/**
 * `unreadable`: no transaction of this chain's format. `differs`: another transaction than the one that was written.
 * `wrong-signature`: the one that was written, not signed, or not by the paying address. `notTaken`: why the node does not take
 * it all the same, for its fee or because another one waits.
 */
export type NotSigned = 'unreadable' | 'differs' | 'wrong-signature' | { readonly notTaken: string }

export interface SentTransaction extends Prepared {
  readonly txid: string | undefined
  /** The ids of those that were signed and pay nothing in its place. */
  readonly voidTxids: readonly string[]
  readonly payment: Payment
}

/**
 * `waiting`: in no block. `paid`: by the transaction itself, or by another that took its place and pays the same, as a wallet
 * writes that raises the fee. `impossible`: what it pays from was spent by a transaction that pays the address nothing, or it
 * ran and paid nothing. `unclear`: another took its place, or the token did not log what it was told to move, and what was paid
 * is for people to say. All but the first are counted with the confirmations of the block that says so.
 */
export type Found = {
  readonly confirmations: number
  readonly looked: Looked
  /** What the chain charged the paying wallet, in the smallest unit of its own coin; undefined where that is not known. */
  readonly networkFee?: bigint | undefined
} & (
  | { readonly outcome: 'waiting' | 'impossible' }
  | {
      readonly outcome: 'paid' | 'unclear'
      /** The transaction that was found: where its signer sent it past the server, nobody here knew it. */
      readonly txid: string
      /** Which output of it pays; 0 where it has none. */
      readonly outputIndex: number
    }
)
