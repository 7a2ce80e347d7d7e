/**
 * Figures that are allowed and hardly ever meant: said where they are typed, before anything is proposed, and again to
 * whoever checks the proposal.
 */
export type Unusual =
  /** So many times what it is now, or more. */
  | { readonly kind: 'far-above'; readonly than: string }
  /** That part of what it is now, or less. */
  | { readonly kind: 'far-below'; readonly than: string }
  /** Above what is usual, in percent. */
  | { readonly kind: 'above-usual'; readonly than: string }

/** A change by this factor, either way, is a slip of the comma more often than a decision. */
export const FAR_TIMES = 10n

/**
 * Why a figure should be looked at twice: far from the present one, or above what is usual. Undefined where it need not.
 *
 * Units: `value`, `present` and `usual.most` are of one kind; `usual.percent` says the last one in words.
 */
export function unusual(
  value: bigint,
  {
    present,
    usual,
  }: {
    readonly present?: bigint | undefined
    readonly usual?: { readonly most: bigint; readonly percent: string } | undefined
  },
): Unusual | undefined {
  if (present !== undefined && present > 0n && value !== present) {
    if (value >= present * FAR_TIMES) return { kind: 'far-above', than: String(FAR_TIMES) }
    if (value > 0n && value * FAR_TIMES <= present) return { kind: 'far-below', than: String(FAR_TIMES) }
  }
  if (usual && value > usual.most && value !== present) return { kind: 'above-usual', than: usual.percent }
  return undefined
}

/** Why an amount or a count should be looked at twice: far from the present one. */
export const unusualChange = (value: bigint, present?: bigint): Unusual | undefined =>
  unusual(value, { present })
