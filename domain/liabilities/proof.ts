import { hexToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import type { LiabilitiesProofFile } from './contract.ts'
import { isStated, type LiabilitiesCheckpoint, openLiabilitiesCheckpoint } from './log.ts'
import { addSums, commitmentOf, HASH_BYTES, isSameNode, leafOf, PARTS, rootBy, type Sums } from './rules.ts'
import { type LiabilitiesStatement, readStatement } from './statement.ts'

/** What is checked, in this order. */
export const liabilitiesSteps = ['customer', 'log', 'statement', 'tree'] as const
export type LiabilitiesStep = (typeof liabilitiesSteps)[number]

export interface CheckedLiabilitiesStep {
  readonly step: LiabilitiesStep
  readonly state: 'passed' | 'failed' | 'not-reached'
}

/** What was found on the way; as much of it as was reached. */
export interface LiabilitiesFacts {
  readonly checkpoint?: LiabilitiesCheckpoint
  readonly statement?: LiabilitiesStatement
  /** The customer's own, in units, in the order of the statement's currencies. */
  readonly own?: Sums
}

export interface CheckedLiabilities {
  readonly ok: boolean
  readonly steps: readonly CheckedLiabilitiesStep[]
  readonly facts: LiabilitiesFacts
}

/**
 * Checks that a customer's balances are part of a published total, as far as the first step that fails.
 *
 * `customer` is the id of whoever checks, from their own account and not from the file: the same leaves shown to two
 * customers are wrong for one of them.
 */
export function checkLiabilities(file: LiabilitiesProofFile, customer: string): CheckedLiabilities {
  let facts: LiabilitiesFacts = {}
  const learn = (more: LiabilitiesFacts): true => {
    facts = { ...facts, ...more }
    return true
  }
  const checks: Record<LiabilitiesStep, () => boolean> = {
    customer: () => file.customer === customer && file.leaves.length === PARTS,
    log() {
      const checkpoint = openLiabilitiesCheckpoint(file.checkpoint, file.publicKey)
      return checkpoint !== undefined && learn({ checkpoint })
    },
    statement() {
      const statement = readStatement(file.statement)
      if (statement === undefined) return false
      const place = { number: statement.number, text: file.statement }
      return isStated(facts.checkpoint!, place, file.proof.map(hexToBytes)) && learn({ statement })
    },
    tree() {
      const { root, height, currencies } = facts.statement!
      const whole = { hash: hexToBytes(root), sums: currencies.map(({ liabilities }) => liabilities) }
      const parts = file.leaves.map(({ amounts }) => amounts.map(readUnits))
      const salt = hexToBytes(file.salt)
      // Another length of the one makes room for another number: one leaf would stand for two customers.
      if (salt.length !== HASH_BYTES || !/^\d{1,19}$/.test(customer)) return false
      const isWhole = parts.every((sums, part) => {
        const { index, siblings } = file.leaves[part]!
        const leaf = leafOf(commitmentOf(customer, part, salt), sums)
        return isSameNode(rootBy(leaf, { index, siblings: base64.decode(siblings) }, height), whole)
      })
      return isWhole && learn({ own: parts.reduce(addSums) })
    },
  }
  let isReached = true
  const steps = liabilitiesSteps.map((step): CheckedLiabilitiesStep => {
    if (!isReached) return { step, state: 'not-reached' }
    isReached = passes(checks[step])
    return { step, state: isReached ? 'passed' : 'failed' }
  })
  return { ok: isReached, steps, facts }
}

function readUnits(text: string): bigint {
  if (!/^(0|[1-9]\d{0,18})$/.test(text)) throw new RangeError('an amount in units')
  return BigInt(text)
}

/** Texts that are no hashes, and sums that no tree has, prove nothing. */
function passes(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}
