import { noteOf, openNote } from './note.ts'

/**
 * What a customer gets when an order is accepted: its terms and how far the price tape was, signed.
 *
 * Only ticks after that size of the tape count for the order, so neither side can choose which; with the receipt and
 * the tape anybody computes the outcome again. The same for all products: what differs are the terms.
 */
export interface Receipt {
  readonly product: string
  /** The order's id. */
  readonly order: string
  readonly symbol: string
  readonly acceptedAtMs: number
  /** The newest tick that was known at acceptance: those after it count. */
  readonly tapeSize: number
  /** The version of the instrument's terms that the order was accepted under. */
  readonly rulesVersion: number
  /** What else was agreed, by name: words, whole numbers and decimals, as texts. */
  readonly terms: Readonly<Record<string, string>>
}

/** What signs receipts is called by its key, as the tape is. */
export const receiptName = (publicKey: string): string => `plumb-receipt/${publicKey.slice(0, 16)}`

const LINE = /^([a-z][a-z-]*) (\S+)$/

/**
 * The text of a receipt that is signed: a name and a value on each line, readable by a person.
 *
 * Refuses: (by throwing) a name or a value that would not be read as it was written.
 */
export function receiptText(publicKey: string, receipt: Receipt): string {
  const { product, order, symbol, acceptedAtMs, tapeSize, rulesVersion, terms } = receipt
  const lines = [
    `product ${product}`,
    `order ${order}`,
    `symbol ${symbol}`,
    `accepted ${new Date(acceptedAtMs).toISOString()}`,
    `tape ${tapeSize}`,
    `rules ${rulesVersion}`,
    ...Object.entries(terms).map(([name, value]) => `${name} ${value}`),
  ]
  const wrong = lines.find((line) => !LINE.test(line))
  if (wrong !== undefined) throw new RangeError(`a receipt cannot say "${wrong}"`)
  return [receiptName(publicKey), ...lines, ''].join('\n')
}

/** A receipt as the note that the customer keeps. */
export const receiptNote = (
  signer: { readonly publicKey: string; sign(text: string): string },
  receipt: Receipt,
): string => {
  const { publicKey } = signer
  const text = receiptText(publicKey, receipt)
  return noteOf(text, receiptName(publicKey), { publicKey, signature: signer.sign(text) })
}

/** Reads a receipt that the holder of this key signed; undefined of anything else. */
export function openReceipt(note: string, publicKey: string): Receipt | undefined {
  const text = openNote(note, receiptName(publicKey), publicKey)
  if (text === undefined) return undefined
  const lines = text.trimEnd().split('\n').slice(1)
  const values = lines.map((line) => LINE.exec(line)?.slice(1) as [string, string] | undefined)
  if (values.includes(undefined)) return undefined
  const { product, order, symbol, accepted, tape, rules, ...terms } = Object.fromEntries(
    values as [string, string][],
  )
  if (!product || !order || !symbol) return undefined
  const receipt: Receipt = {
    ...{ product, order, symbol, acceptedAtMs: Date.parse(accepted ?? '') },
    ...{ tapeSize: Number(tape), rulesVersion: Number(rules), terms },
  }
  try {
    // One receipt has one text only.
    return receiptText(publicKey, receipt) === text ? receipt : undefined
  } catch {
    return undefined
  }
}
