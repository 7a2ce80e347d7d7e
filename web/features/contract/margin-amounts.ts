import { marginDecimals } from '#domain/contract/terms.ts'
import { formatDecimal, units } from '#domain/money/amount.ts'
import { profitText, signedUnits } from '#web/features/money/decimals.ts'

/** Amounts of the margin currency, as the rules and as pages have them. */

/** Reads an amount of the margin currency as the server wrote it. */
export const unitsOf = (text: string): bigint => signedUnits(text, marginDecimals())

/** An amount of the margin currency as a decimal string. */
export const inMargin = (value: bigint): string => formatDecimal(units(value), marginDecimals())

/** A profit or loss in the margin currency as it is shown. Rounds: down to a cent. */
export const signedInMargin = (value: bigint): string => profitText(value, marginDecimals())
